/** By name of field: every instant of an example, the same in each run. */
const INSTANTS: Readonly<Record<string, string>> = {
  createdAt: '2026-01-31T09:30:00.000Z',
  updatedAt: '2026-01-31T10:15:00.000Z',
  expiresAt: '2026-02-02T09:30:00.000Z',
};

/** What differs from run to run, wherever it stands in a text. */
const PATTERNS: readonly (readonly [RegExp, (nth: number) => string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (nth) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`],
  [/(?<=lectern_)[\w-]{43}/g, () => 'x'.repeat(43)],
  [/(?<=^lectern_)[\w-]{6}$/g, () => 'x'.repeat(6)],
  [/(?<=\/join#|\/play\/)[\w-]{43}|^[\w-]{43}$/g, () => 'y'.repeat(43)],
  [/^[\w-]{32}$/g, () => 'z'.repeat(32)],
  [/http:\/\/(localhost|127\.0\.0\.1):\d+/g, () => 'https://lectern.example'],
  [/[0-9a-f]{12}@example\.com/g, () => 'ada@example.com'],
];

/** A JSON value as an example: what differs from run to run is replaced, lists are cut to their first item. */
export function steady(value: unknown): unknown {
  const seen = new Map<string, string>();
  const visit = (node: unknown, key: string): unknown => {
    if (Array.isArray(node)) return node.slice(0, key === 'items' ? 1 : undefined).map((item) => visit(item, ''));
    if (typeof node === 'object' && node !== null) return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, visit(member, name)]));
    if (typeof node === 'string') return key === 'nextCursor' || key === 'cursor' ? 'WyJkZWNrcyJd' : (instantOf(node, key) ?? replaced(node, seen));
    return node;
  };
  return visit(value, '');
}

function instantOf(text: string, key: string): string | undefined {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? INSTANTS[key] : undefined;
}

/** The same thing gets the same stand-in throughout. */
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
