import packageJson from '#package' with { type: 'json' };
import type { StorageUse, SystemJobs } from '#shared/system.ts';

/** Replacements by the name of the field, for values that a pattern cannot recognize. */
const FIELDS: Readonly<Record<string, { readonly matches: (value: unknown) => boolean; readonly as: unknown }>> = {
  at: { matches: isText, as: '2026-01-31T09:30:00.000Z' },
  addedAt: { matches: isText, as: '2026-01-31T09:30:00.000Z' },
  askedAt: { matches: isText, as: '2026-01-31T09:30:00.000Z' },
  endedAt: { matches: isText, as: '2026-01-31T10:15:00.000Z' },
  createdAt: { matches: isText, as: '2026-01-31T09:30:00.000Z' },
  updatedAt: { matches: isText, as: '2026-01-31T10:15:00.000Z' },
  lastUsedAt: { matches: isText, as: '2026-01-31T11:45:00.000Z' },
  changedAt: { matches: isText, as: '2026-01-31T10:15:00.000Z' },
  deletedAt: { matches: isText, as: '2026-01-31T12:00:00.000Z' },
  purgeAt: { matches: isText, as: '2026-03-02T12:00:00.000Z' },
  expiresAt: { matches: isText, as: '2026-02-02T09:30:00.000Z' },
  startedAt: { matches: isText, as: '2026-01-31T09:30:00.000Z' },
  lastSeenAt: { matches: isText, as: '2026-01-31T09:40:00.000Z' },
  date: { matches: isDay, as: '2026-01-31' },
  from: { matches: isDay, as: '2026-01-31' },
  nextCursor: { matches: isText, as: 'WyJkZWNrcyJd' },
  uptimeSeconds: { matches: Number.isFinite, as: 86_400 },
  version: { matches: (value) => value === packageJson.version, as: '1.0.0' },
  name: { matches: (value) => isText(value) && /^[0-9a-f]{12}$/.test(value), as: 'ada' },
  // Of passkeys, in base64url.
  challenge: { matches: isText, as: 'a'.repeat(72) },
  clientDataJSON: { matches: isText, as: 'b'.repeat(200) },
  attestationObject: { matches: isText, as: 'c'.repeat(300) },
  signature: { matches: isText, as: 'd'.repeat(96) },
  // Of the state of the server: what depends on the machine, and on the requests before.
  node: { matches: isText, as: '26.0.0' },
  database: { matches: isObject, as: { version: '18.1', isEmbedded: true, bytes: 41_943_040 } },
  storage: {
    matches: isObject,
    as: {
      kind: 'disk',
      freeBytes: 128_849_018_880,
      measuredAt: '2026-01-31T09:30:00.000Z',
      decks: 128,
      bytes: 1_288_490_188,
      people: [
        { id: '00000000-0000-4000-8000-000000000001', name: 'Ada', email: 'ada@example.com', decks: 128, bytes: 1_288_490_188 },
      ],
    } satisfies StorageUse,
  },
  jobs: {
    matches: isObject,
    as: {
      queued: 3,
      running: 1,
      oldestSeconds: 42.5,
      failed: 1,
      failures: [
        {
          id: '00000000-0000-4000-8000-000000000002',
          kind: 'pictures',
          deck: { id: '00000000-0000-4000-8000-000000000003', title: 'Quarterly review' },
          version: 2,
          error: 'lost',
          endedAt: '2026-01-31T09:30:00.000Z',
        },
      ],
      searchDue: 0,
    } satisfies SystemJobs,
  },
};

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDay(value: unknown): value is string {
  return isText(value) && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

/** Patterns of what differs from run to run, anywhere in a text. */
const PATTERNS: readonly (readonly [RegExp, (nth: number) => string])[] = [
  [
    /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g,
    (nth) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
  ],
  [/(?<=lectern_)[\w-]{43}/g, () => 'x'.repeat(43)],
  [/(?<=^lectern_)[\w-]{6}$/g, () => 'x'.repeat(6)],
  [/(?<=\/join#|\/reset-password#|\/(?:play|s|embed)\/)[\w-]{43}|^[\w-]{43}$/g, () => 'y'.repeat(43)],
  // The permission of a visitor: when it ends, and a code.
  [/^\d{13}\.[\w-]{43}$/g, () => `1769940000000.${'w'.repeat(43)}`],
  [/(?<=[?&]secret=)[A-Z2-7]{32}|^[A-Z2-7]{32}$/g, () => 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  [/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/g, (nth) => `7Q4K-M2XN-9TBW-${String(nth).padStart(4, '0')}`],
  [/(?<=Lectern%20\()(?:localhost|127\.0\.0\.1)%3A\d+(?=\))/g, () => 'lectern.example'],
  [/^(?!JBSWY3DP)[\w-]{32}$/g, () => 'z'.repeat(32)],
  [/http:\/\/(localhost|127\.0\.0\.1):\d+/g, () => 'https://lectern.example'],
  [/[0-9a-f]{12}(?=(?:@|%40)example\.com)/g, () => 'ada'],
  // The id of a person in base64url, as passkeys keep it.
  [/^[\w-]{48}$/g, () => 'MDAwMDAwMDAtMDAwMC00MDAwLTgwMDAtMDAwMDAwMDAwMDAx'],
  // A code of an authenticator app.
  [/^\d{6}$/g, () => '123456'],
];

/** Turns a JSON value into an example: values that differ from run to run are replaced, and lists keep only their first item. */
export function asExample(value: unknown): unknown {
  const seen = new Map<string, string>();
  const visit = (node: unknown, key: string): unknown => {
    if (FIELDS[key]?.matches(node)) return FIELDS[key].as;
    if (Array.isArray(node)) return node.slice(0, key === 'items' ? 1 : undefined).map((item) => visit(item, ''));
    if (typeof node === 'object' && node !== null)
      return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, visit(member, name)]));
    return typeof node === 'string' ? replaced(node, seen) : node;
  };
  return visit(value, '');
}

/** Equal values get the same replacement everywhere. */
function replaced(text: string, seen: Map<string, string>): string {
  return PATTERNS.reduce(
    (done, [pattern, standIn]) =>
      done.replace(pattern, (found) => {
        const known = seen.get(found) ?? standIn(seen.size + 1);
        seen.set(found, known);
        return known;
      }),
    text,
  );
}
