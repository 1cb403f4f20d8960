import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PAGE_DATA_ID } from '#shared/page-data.ts';

const AT = '2026-03-01T12:00:00.000Z';
const session = (id: string) => ({
  session: { id: 's', createdAt: AT, expiresAt: AT },
  user: { id, email: `${id}@example.test`, name: id, role: 'user', createdAt: AT },
});

beforeEach(() => {
  vi.resetModules();
  const element = Object.assign(document.createElement('script'), { type: 'application/json', id: PAGE_DATA_ID });
  element.textContent = JSON.stringify({ kind: 'deck', session: session('ana'), deckId: 'deck', deck: { id: 'deck' } });
  document.head.append(element);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(session('ben'))));
});

afterEach(() => {
  document.getElementById(PAGE_DATA_ID)?.remove();
  vi.unstubAllGlobals();
});

/** The modules of a page that was loaded with the data. */
const newPage = async () => ({ ...(await import('./page-data.ts')), ...(await import('#web/lib/session.ts')) });

test('a page takes its session and its deck from what the server wrote, once', async () => {
  const { loadSession, pageData } = await newPage();
  expect((await loadSession())?.user.id).toBe('ana');
  expect(document.getElementById(PAGE_DATA_ID)).toBeNull();
  expect(pageData.takeDeck('deck', 'ana')?.deck.id).toBe('deck');
  expect(pageData.takeDeck('deck', 'ana')).toBeNull();
});

test.each([
  ['another', 'ana'],
  ['deck', 'ben'],
])('what was written is not for the deck "%s" of "%s"', async (deckId, userId) => {
  const { pageData } = await newPage();
  expect(pageData.takeDeck(deckId, userId)).toBeNull();
});

test('after someone has signed in, nothing is left of what was written', async () => {
  const { pageData, signIn, loadSession } = await newPage();
  await signIn({ email: 'ben@example.test', password: 'a password' });
  expect((await loadSession())?.user.id).toBe('ben');
  expect(pageData.takeDeck('deck', 'ana')).toBeNull();
});
