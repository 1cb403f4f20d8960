import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $renewalWanted, fetchSignedIn, sessionRenewal } from './session-renewal.ts';

const refused = (...codes: string[]) =>
  Response.json(
    codes.map((code) => ({ error: { data: { code } } })),
    { status: 401 },
  );
const send = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  send.mockReset();
  vi.stubGlobal('fetch', send);
  sessionRenewal.arm(true);
});
afterEach(() => void vi.unstubAllGlobals());

test('a call that was refused because the session has ended is sent again once there is a new one', async () => {
  send.mockResolvedValueOnce(refused('UNAUTHENTICATED', 'UNAUTHENTICATED')).mockResolvedValueOnce(Response.json([]));
  const answer = fetchSignedIn('/api/trpc/decks.list');
  await vi.waitUntil(() => $renewalWanted.get());
  sessionRenewal.settle(true);
  expect((await answer).status).toBe(200);
});

test('a wrong password does not count as an ended session: the form receives the error', async () => {
  send.mockResolvedValueOnce(refused('INVALID_CREDENTIALS'));
  const answer = await fetchSignedIn('/api/trpc/keys.create');
  expect(await answer.json()).toEqual([{ error: { data: { code: 'INVALID_CREDENTIALS' } } }]);
  expect($renewalWanted.get()).toBe(false);
});

test('a 401 that is not ours, from a proxy, counts as an ended session', async () => {
  send.mockResolvedValueOnce(new Response('<p>Sign in</p>', { status: 401 })).mockResolvedValueOnce(Response.json([]));
  const answer = fetchSignedIn('/api/trpc/decks.list');
  await vi.waitUntil(() => $renewalWanted.get());
  sessionRenewal.settle(true);
  expect((await answer).status).toBe(200);
});
