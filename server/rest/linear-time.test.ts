import { expect, it } from 'vitest';
import { deviceOf } from '#server/accounts/device.ts';
import { notesMarkdown } from '#server/notes/notes-markdown.ts';
import { attachmentNamed } from '#server/http/download-name.ts';
import { bearerOf } from '#server/http/bearer.ts';
import { loggablePath } from '#server/http/access-log.ts';
import { memberSource, nestsDeeperThan } from '#server/http/json-source.ts';
import { aClientAddress } from '#server/testing/client-address.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { signInSchema, signUpSchema } from '#shared/accounts.ts';
import { snippetOf } from '#server/search/snippet.ts';
import { termsOf, tsqueryOf } from '#server/search/search-terms.ts';
import { vectorOf } from '#server/search/words.ts';
import { isDeckHost } from '#shared/deck-hosts.ts';
import { emailSchema } from '#shared/people.ts';
import { keyCreateSchema } from '#shared/keys.ts';
import { NOTE_BODY_MAX } from '#shared/limits.ts';

/**
 * Everything that reads text from a client must be linear: twice the text may take about twice as long. The least processor time of
 * several runs is compared, not time on the clock. A quadratic scan of these sizes takes four times as long, and hundreds of
 * milliseconds.
 */
const RUNS = 3;
const RATIO_MAX = 3;
const COMPARISONS = 3;
/** Time that a run of any size may take: garbage collection and other noise. */
const NOISE_MILLISECONDS = 15;

async function processorTime(work: () => unknown, runs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

type WorkOf = (length: number) => () => unknown;

async function isLinear(workOf: WorkOf, length: number): Promise<boolean> {
  // Most end before a quadratic scan would be measurable.
  if ((await processorTime(workOf(2 * length), 1)) <= NOISE_MILLISECONDS) return true;
  // Other work on the machine can spoil a comparison. Time that grows faster than the length spoils all of them.
  for (let comparison = 0; comparison < COMPARISONS; comparison += 1) {
    const [once, twice] = [await processorTime(workOf(length), RUNS), await processorTime(workOf(2 * length), RUNS)];
    if (twice <= RATIO_MAX * once + NOISE_MILLISECONDS) return true;
  }
  return false;
}

/** Pieces that, repeated, make backtracking patterns slow. */
const PIECES = [
  ' ',
  '\t ',
  'a',
  'a ',
  '.',
  '. ',
  ',',
  ', ',
  ';',
  '; ',
  ';q=0',
  '=',
  'a=',
  'a=b; ',
  '"',
  '\\"',
  '/',
  'a/b,',
  'a/b;',
  '*/*,',
  '-',
  'bytes=0-',
  'Version/1 ',
  'Safari/',
  'Mozilla/5.0 (',
  'bearer ',
  '1.2.3.4, ',
  ':',
  '::',
  '@',
  'a@',
  'a.',
  '[',
  '{"a":',
  '%',
  '%20',
];
/** The same for texts that can contain more than a header. The time to normalize marks in a row grows with the square of their number. */
const TEXT_PIECES = [...PIECES, '\u0301', 'a\u0301', '\u0301\u0323', '\n', '# ', '<!--'];
const filled = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** The pieces whose double number takes more than `RATIO_MAX` times as long. */
async function stumblesOver(pieces: readonly string[], workOf: (piece: string) => WorkOf, length: number): Promise<string[]> {
  const found: string[] = [];
  for (const piece of pieces) if (!(await isLinear(workOf(piece), length))) found.push(piece);
  return found;
}

const note = (body: string) => ({
  deckId: '',
  slideIndex: 0,
  inner: null,
  body,
  revision: 1,
  updatedAt: '2026-01-31T09:30:00.000Z',
  updatedBy: { id: '', name: '' },
});
const manifest = (label: string) => ({ slides: [{ label }] }) as unknown as Parameters<typeof notesMarkdown>[0]['manifest'];

/** Functions of the server that read text from a client before its length is limited, or without a limit. */
const READERS: Record<string, (text: string) => unknown> = {
  'a User-Agent': deviceOf,
  'an Authorization': (authorization) => bearerOf({ authorization }),
  'a request line': loggablePath,
  'the depth of JSON': (text) => nestsDeeperThan(text, 100),
  'the depth of a JSON string': (text) => nestsDeeperThan(JSON.stringify({ text }), 100),
  'a member of a JSON body': (text) => memberSource(JSON.stringify({ text, more: [text], end: 1 }), 'end'),
  'an address': (text) => emailSchema.safeParse(text),
  'an address behind a name': (text) => emailSchema.safeParse(`${text}@example.com`),
  'a sign-in': (text) => signInSchema.safeParse({ email: text, password: text }),
  'a sign-up': (text) => signUpSchema.safeParse({ email: text, password: text, inviteToken: text, name: text }),
  'a name': (text) => keyCreateSchema.safeParse({ name: `a${text}a` }),
  'a host': isDeckHost,
  'a title as the name of a file': (text) => attachmentNamed(text, '.stage'),
  'notes as Markdown': (text) => notesMarkdown({ title: text, manifest: manifest(text) }, [note(`a${text}a`)]),
  'a search': (text) => tsqueryOf(termsOf(text)),
  'words to search': (text) => vectorOf([{ text, weight: 'C' }]),
  'a text with hits': (text) => snippetOf(text, termsOf('a "a b" Safari')),
  'notes of many lines': (text) => notesMarkdown({ title: '', manifest: manifest('') }, [note(text.replaceAll(' ', '\n'))]),
};

it.each(Object.entries(READERS))('reading %s takes time in proportion to its length', async (_, read) => {
  const workOf = (piece: string) => (length: number) => {
    const text = filled(piece, length);
    return () => read(text);
  };
  expect(await stumblesOver(TEXT_PIECES, workOf, 50_000)).toEqual([]);
});

const lectern = await aLectern({ TRUST_PROXY: '1' });
const owner = await lectern.aUser();

/** Request headers. Together they can have at most 16 KiB. */
const HEADERS = [
  'user-agent',
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-range',
  'last-event-id',
  'origin',
  'range',
  'sec-fetch-site',
  'x-forwarded-for',
  'x-forwarded-proto',
];
const HEADER_LENGTH = 7_000;

it.each(HEADERS)('the header %s takes time in proportion to its length', async (name) => {
  const workOf = (piece: string) => (length: number) => async () => {
    const headers = { cookie: owner.cookie, 'x-forwarded-for': aClientAddress(), [name]: `a${filled(piece, length)}a` };
    for (const path of ['/api/decks', '/api/trpc/decks.list', '/play/x/y']) await lectern.send({ path, headers });
    await lectern.send({ method: 'PUT', path: '/api/decks/x/notes/0', headers, body: '{}' });
  };
  expect(await stumblesOver(PIECES, workOf, HEADER_LENGTH)).toEqual([]);
});

it('writing and exporting a note take time in proportion to its length', async () => {
  const { id } = await lectern.aDeck({ owner });
  const api = lectern.as(owner);
  const workOf = (piece: string) => (length: number) => async () => {
    await api.put(`/api/decks/${id}/notes/0`, { body: filled(piece, length) });
    await api.get(`/api/decks/${id}/export/notes.md`);
  };
  expect(await stumblesOver(TEXT_PIECES, workOf, NOTE_BODY_MAX / 2)).toEqual([]);
});

it('a User-Agent and an address are truncated before they are stored', async () => {
  await lectern.aPasswordOf(owner);
  const headers = { 'user-agent': 'Version/1 '.repeat(700), 'x-forwarded-for': 'x'.repeat(7_000) };
  const answer = await lectern
    .as(null)
    .post('/api/auth/sign-in/email', { email: owner.email, password: 'correct horse battery' }, headers);
  expect(answer.status).toBe(200);
  const [kept] = await lectern.database
    .sql`select length(user_agent) as agent, length(ip_address) as address from sessions order by created_at desc limit 1`;
  expect(kept?.['agent']).toBe(512);
  expect(kept?.['address']).toBeLessThanOrEqual(64);
});
