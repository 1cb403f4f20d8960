import { expect, test } from 'vitest';
import { adoptNameless, rememberPerson } from './nameless-work.ts';
import type { UnsentInk } from './unsent.ts';
import { memoryStore } from './unsent-store.ts';

const SESSION_BEGAN = '2026-03-01T12:00:00.000Z';
const ana = {
  session: { id: 's', createdAt: SESSION_BEGAN, expiresAt: '2026-03-08T12:00:00.000Z' },
  user: { id: 'ana', email: 'ana@example.test', name: 'Ana', role: 'user' as const, createdAt: SESSION_BEGAN },
};

function ink(id: string, userId: string, keptAt: number): UnsentInk {
  const where = { deckId: 'deck', deckTitle: 'Deck', slideIndex: 0, versionId: 'v1', slideId: null };
  return { kind: 'ink', id, userId, clientId: 'w', keptAt, refusal: null, add: [], erase: [], ...where };
}

async function idsAfter(work: readonly UnsentInk[], known: readonly string[]): Promise<string[]> {
  const store = memoryStore();
  for (const item of work) await store.put(item);
  await adoptNameless(store, ana, known);
  return (await store.all('ana')).map(({ id }) => id);
}

const before = Date.parse(SESSION_BEGAN) - 1;
const during = Date.parse(SESSION_BEGAN) + 1;

test('on a device of one person, all work without a name is theirs', async () => {
  expect(await idsAfter([ink('old', '', before), ink('new', '', during)], ['ana'])).toEqual(['old', 'new']);
});

test('on a shared device, only what was made during their session is theirs', async () => {
  expect(await idsAfter([ink('old', '', before), ink('new', '', during)], ['ben', 'ana'])).toEqual(['new']);
});

test('unsent work of someone else shows that a device is shared, and stays theirs', async () => {
  expect(await idsAfter([ink('old', '', before), ink('bens', 'ben', during)], ['ana'])).toEqual([]);
});

test('a store that cannot be read is left for the next visit', async () => {
  const store = { ...memoryStore(), all: () => Promise.reject(new Error('closed')) };
  await expect(adoptNameless(store, ana, [])).resolves.toBe(store);
});

test('everyone who signs in on a device is remembered there', () => {
  expect(rememberPerson('ana')).toContain('ana');
});
