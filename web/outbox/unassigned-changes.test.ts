import { expect, test } from 'vitest';
import { assignUnowned, rememberPerson } from './unassigned-changes.ts';
import type { UnsentInk } from './unsent.ts';
import { memoryStore } from './unsent-store.ts';

const SESSION_BEGAN = '2026-03-01T12:00:00.000Z';
const ana = {
  session: { id: 's', createdAt: SESSION_BEGAN, expiresAt: '2026-03-08T12:00:00.000Z' },
  user: { id: 'ana', email: 'ana@example.test', name: 'Ana', role: 'user' as const, createdAt: SESSION_BEGAN },
  withheld: null,
};

function ink(id: string, userId: string, keptAt: number): UnsentInk {
  const where = { deckId: 'deck', deckTitle: 'Deck', slideIndex: 0, versionId: 'v1', slideId: null };
  return { kind: 'ink', id, userId, clientId: 'w', keptAt, refusal: null, add: [], erase: [], ...where };
}

async function idsAfter(work: readonly UnsentInk[], known: readonly string[]): Promise<string[]> {
  const store = memoryStore();
  for (const item of work) await store.put(item);
  await assignUnowned(store, ana, known);
  return (await store.all('ana')).map(({ id }) => id);
}

const before = Date.parse(SESSION_BEGAN) - 1;
const during = Date.parse(SESSION_BEGAN) + 1;

test('on a device with one user, all changes without an author become theirs', async () => {
  expect(await idsAfter([ink('old', '', before), ink('new', '', during)], ['ana'])).toEqual(['old', 'new']);
});

test('on a shared device, only changes made during their session become theirs', async () => {
  expect(await idsAfter([ink('old', '', before), ink('new', '', during)], ['ben', 'ana'])).toEqual(['new']);
});

test("another user's unsent changes show that a device is shared and are kept", async () => {
  expect(await idsAfter([ink('old', '', before), ink('bens', 'ben', during)], ['ana'])).toEqual([]);
});

test('a store that cannot be read is left unchanged', async () => {
  const store = { ...memoryStore(), all: () => Promise.reject(new Error('closed')) };
  await expect(assignUnowned(store, ana, [])).resolves.toBe(store);
});

test('every user who signs in on a device is remembered', () => {
  expect(rememberPerson('ana')).toContain('ana');
});
