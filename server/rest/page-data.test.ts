import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { builtWebApp, type PageDataSource } from '#server/http/built-web-app.ts';
import { dataOf, procedures } from '#server/talks/testing/stage.ts';
import { startLectern } from '#server/testing/lectern.ts';
import type { TestUser } from '#server/testing/people.ts';
import { CALLER_HEADER, StatementLog } from '#server/testing/statement-log.ts';
import { type DeckPageData, LIBRARY_FIRST_PAGE, PAGE_DATA_ID } from '#shared/page-data.ts';

const SESSION_PRELOAD = '<link rel="preload" as="fetch" crossorigin href="/api/auth/get-session">';
const STYLES = '<link rel="stylesheet" href="/assets/styles.css">';
const ROOT = '<div id="root"></div>';
const APPLICATION = '<script type="module" crossorigin src="/assets/index.js"></script>';
const PLAIN = `<!doctype html><html><head><title>Lectern</title>${SESSION_PRELOAD}${APPLICATION}${STYLES}</head><body>${ROOT}</body></html>`;
const FIRST_SLIDE = 'document.title = `$& of ${1 < 2}`;';
const FIRST_LIBRARY = 'document.title = `$1 first decks`;';
const built = await mkdtemp(join(tmpdir(), 'lectern-web-app-'));
await writeFile(
  join(built, '.pages.json'),
  JSON.stringify([
    { pattern: '^/$', file: 'library.html', data: 'library' },
    { pattern: '^/decks/(?<deckId>[^/]+)$', file: 'deck.html', data: 'deck' },
  ]),
);
// At the same time, so that their entity tags are equal.
const AT = new Date('2026-01-01T00:00:00Z');
for (const name of ['deck.html', 'library.html', 'index.html']) {
  await writeFile(join(built, name), PLAIN);
  await utimes(join(built, name), AT, AT);
}
const webApp = {
  handler: (source: PageDataSource) => builtWebApp(built, source, { deck: FIRST_SLIDE, library: FIRST_LIBRARY }),
  hotReload: false,
  scripts: ['/assets/'],
  bridge: '"the bridge";',
};
const lectern = await startLectern({}, { webApp });
afterAll(async () => {
  await lectern[Symbol.asyncDispose]();
  await rm(built, { recursive: true });
});

const NAVIGATION = { accept: 'text/html', 'sec-fetch-dest': 'document' };
const ELEMENT = new RegExp(`<script type="application/json" id="${PAGE_DATA_ID}">(.*?)</script>`, 'gs');

const open = (user: TestUser | null, deckId: string, headers = {}) =>
  lectern.as(user).get(`/decks/${deckId}`, { ...NAVIGATION, ...headers });

function writtenIn(html: string): unknown {
  const [element, ...others] = html.matchAll(ELEMENT);
  expect(others).toEqual([]);
  return JSON.parse(element?.[1] ?? '');
}

const dataIn = (html: string) => writtenIn(html) as DeckPageData;

it("the page of a deck has the answers to the application's first requests", async () => {
  const owner = await lectern.aUser();
  const deck = await lectern.aDeck({ owner });
  const answer = await open(owner, deck.id);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  const data = dataIn(answer.text);
  expect(answer.text).not.toContain(SESSION_PRELOAD);
  const calls = procedures(lectern, owner);
  expect(data).toEqual({
    session: (await lectern.as(owner).get('/api/auth/get-session')).body,
    kind: 'deck',
    deckId: deck.id,
    deck: (await lectern.as(owner).get(`/api/decks/${deck.id}`)).body,
    playback: { baseUrl: expect.any(String), expiresAt: expect.any(String) },
    opening: null,
    trust: dataOf(await calls.ask('playback.trust', { id: deck.id })),
  });
  const slide = await lectern.as(null).get(new URL('slides/1.html', data.playback.baseUrl).pathname);
  expect(slide.status).toBe(200);
});

it('the library has the answers to its first requests, unless its address has a search', async () => {
  const owner = await lectern.aUser();
  const deck = await lectern.aDeck({ owner });
  await lectern.aDeck({ owner });
  const openLibrary = (path: string) => lectern.as(owner).get(path, NAVIGATION);
  const { ask, call } = procedures(lectern, owner);
  const place = { slideIndex: 1, step: 0, inner: null };
  dataOf(await call('openings.save', { deckId: deck.id, versionId: deck.currentVersionId, place, innerName: null }));
  const answer = await openLibrary('/');
  expect(answer.headers['cache-control']).toBe('private, no-store');
  expect(writtenIn(answer.text)).toEqual({
    kind: 'library',
    session: (await lectern.as(owner).get('/api/auth/get-session')).body,
    decks: dataOf(await ask('decks.list', { sort: 'created', limit: LIBRARY_FIRST_PAGE })),
    live: dataOf(await ask('talks.live', null)),
    opened: dataOf(await ask('openings.latest', null)),
  });
  // The script finds the root of the application, and the styles are there before it runs. The application waits for it.
  const withScript = PLAIN.replace(SESSION_PRELOAD, '')
    .replace(APPLICATION, '<link rel="modulepreload" crossorigin href="/assets/index.js">')
    .replace(ROOT, () => `${ROOT}<script data-application="/assets/index.js">${FIRST_LIBRARY}</script>`);
  expect(answer.text.replace(ELEMENT, '')).toBe(withScript);
  expect((await openLibrary('/?owner=me')).text).toBe(PLAIN);
  expect((await lectern.as(null).get('/', NAVIGATION)).text).toBe(PLAIN);
});

it('the data and the script that shows the first slide come before everything that the page loads', async () => {
  const owner = await lectern.aUser();
  const { text } = await open(owner, (await lectern.aDeck({ owner })).id);
  expect(text.replace(ELEMENT, 'DATA')).toBe(PLAIN.replace(SESSION_PRELOAD, () => `DATA<script>${FIRST_SLIDE}</script>`));
});

it('nothing keeps a page with data', async () => {
  const owner = await lectern.aUser();
  const deck = await lectern.aDeck({ owner });
  const { headers } = await open(owner, deck.id);
  expect(headers['cache-control']).toBe('private, no-store');
  expect([headers.etag, headers['last-modified']]).toEqual([undefined, undefined]);
  const again = await open(owner, deck.id, { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() });
  expect(again.status).toBe(200);
});

it('no text of a deck or a user ends the element', async () => {
  const owner = await lectern.aUser({ name: '</script><script>alert(1)</script>' });
  const title = '</script><img src=x onerror=alert(1)> <!--<script> ]]> \u2028\u2029';
  const deck = await lectern.aDeck({ owner, title });
  const { text } = await open(owner, deck.id);
  // The data, the script that shows the first slide, and the application.
  expect(text.match(/<\/?script/g)).toEqual(Array.from({ length: 3 }, () => ['<script', '</script']).flat());
  expect(text).not.toMatch(/<img|<!--/);
  expect(dataIn(text).deck.title).toBe(deck.title);
  expect(dataIn(text).session.user.name).toBe(owner.name);
});

it('the page has no data for users who cannot read the deck, for scripts, frames and prefetches', async () => {
  const owner = await lectern.aUser();
  const other = await lectern.aUser();
  const deck = await lectern.aDeck({ owner });
  const ended = await lectern.aSessionOf(owner);
  await lectern.as(ended).post('/api/auth/sign-out', undefined, { origin: lectern.address });
  const plain = await open(null, deck.id);
  expect([plain.text, plain.headers['cache-control']]).toEqual([PLAIN, 'no-cache']);
  const answers = [
    await open(other, deck.id),
    await open(ended, deck.id),
    await open(owner, '00000000-0000-4000-8000-000000000000'),
    await open(owner, '%20'),
    await open(owner, deck.id, { 'sec-fetch-dest': 'empty' }),
    await open(owner, deck.id, { 'sec-fetch-dest': 'iframe' }),
    await open(owner, deck.id, { 'sec-purpose': 'prefetch' }),
    // The cookie counts for nothing beside a key.
    await open(owner, deck.id, { authorization: 'Bearer lk_unknown' }),
    await lectern.as(owner).get('/elsewhere', NAVIGATION),
  ];
  for (const { status, text, headers } of answers) {
    expect([status, text, headers['cache-control'], headers.etag]).toEqual([200, PLAIN, 'no-cache', plain.headers.etag]);
  }
});

it('HEAD has the headers of the page and no body', async () => {
  const owner = await lectern.aUser();
  const deck = await lectern.aDeck({ owner });
  const { status, headers, text } = await lectern.as(owner).head(`/decks/${deck.id}`, NAVIGATION);
  expect([status, text, headers['cache-control']]).toEqual([200, '', 'private, no-store']);
});

it('the page costs a fixed number of statements, and none without a session', async () => {
  const owner = await lectern.aUser();
  const deck = await lectern.aDeck({ owner, slides: 20 });
  using log = new StatementLog();
  await open(owner, deck.id, { [CALLER_HEADER]: 'with a session' });
  await open(null, deck.id, { [CALLER_HEADER]: 'without' });
  // Four fewer than the requests that it replaces, which look the session up one by one.
  expect([log.of('with a session').length, log.of('without').length]).toEqual([19, 0]);
});
