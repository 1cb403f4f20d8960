import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const MINUTE = 60_000;
const ana = {
  session: { id: 's', createdAt: '2026-03-01T12:00:00.000Z', expiresAt: '2026-03-08T12:00:00.000Z' },
  user: { id: 'ana', email: 'ana@example.test', name: 'Ana', role: 'user', createdAt: '2026-03-01T12:00:00.000Z' },
};
const answer = vi.fn<() => unknown>();
const reload = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  answer.mockReset().mockReturnValue(ana);
  reload.mockReset();
  vi.stubGlobal('fetch', async () => Response.json(answer()));
  vi.stubGlobal('location', { reload });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The module state of a newly opened page. */
const freshPage = () => import('./session.ts');

test.each([6, 61, 13 * 60])('the signed-in user is still known after %i minutes without requests', async (minutes) => {
  const { loadSession, ownUser } = await freshPage();
  await loadSession();
  await vi.advanceTimersByTimeAsync(minutes * MINUTE);
  expect(ownUser().email).toBe('ana@example.test');
});

test('the user is still known after the session has ended, so that they can sign in again', async () => {
  const { loadSession, ownUser } = await freshPage();
  await loadSession();
  answer.mockReturnValue(null);
  await vi.advanceTimersByTimeAsync(6 * MINUTE);
  await loadSession();
  await vi.runAllTimersAsync();
  expect(ownUser().id).toBe('ana');
});

test('a navigation refreshes the session after five minutes without waiting', async () => {
  const { loadSession, ownUser } = await freshPage();
  await loadSession();
  await loadSession();
  expect(answer).toHaveBeenCalledOnce();
  answer.mockReturnValue({ ...ana, user: { ...ana.user, name: 'Ana B.' } });
  await vi.advanceTimersByTimeAsync(6 * MINUTE);
  expect((await loadSession())?.user.name).toBe('Ana');
  await vi.runAllTimersAsync();
  expect(ownUser().name).toBe('Ana B.');
});

test('a page reloads if another user has signed in meanwhile', async () => {
  const { loadSession } = await freshPage();
  await loadSession();
  answer.mockReturnValue({ ...ana, user: { ...ana.user, id: 'ben' } });
  await vi.advanceTimersByTimeAsync(6 * MINUTE);
  await loadSession();
  await vi.runAllTimersAsync();
  expect(reload).toHaveBeenCalledOnce();
});

test('if no one is signed in, every call asks the server and ownUser throws', async () => {
  answer.mockReturnValue(null);
  const { loadSession, ownUser } = await freshPage();
  expect(await loadSession()).toBeNull();
  expect(() => ownUser()).toThrow('No one is signed in');
  answer.mockReturnValue(ana);
  expect((await loadSession())?.user.id).toBe('ana');
});
