import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $renewalWanted, fetchSignedIn, sessionRenewal } from './session-renewal.ts';

const refused = (...codes: string[]) =>
  Response.json(
    codes.map((code) => ({ error: { data: { code } } })),
    { status: 401 },
  );
const send = vi.fn<() => Promise<Response>>();
/** What the server answers when it is asked for the session. */
const NO_SESSION = Response.json(null);

beforeEach(() => {
  send.mockReset();
  vi.stubGlobal('fetch', send);
  sessionRenewal.arm('ada');
});
afterEach(() => void vi.unstubAllGlobals());

test('a call that was refused because the session has ended is sent again once there is a new one', async () => {
  send.mockResolvedValueOnce(refused('UNAUTHENTICATED', 'UNAUTHENTICATED'));
  send.mockResolvedValueOnce(NO_SESSION.clone()).mockResolvedValueOnce(Response.json([]));
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
  const page = () => new Response('<p>Sign in</p>', { status: 401 });
  send.mockResolvedValueOnce(page()).mockResolvedValueOnce(page()).mockResolvedValueOnce(Response.json([]));
  const answer = fetchSignedIn('/api/trpc/decks.list');
  await vi.waitUntil(() => $renewalWanted.get());
  sessionRenewal.settle(true);
  expect((await answer).status).toBe(200);
});

test('whoever has signed in again in another window is not asked', async () => {
  send.mockResolvedValueOnce(refused('UNAUTHENTICATED')).mockResolvedValueOnce(Response.json({ user: { id: 'ada' } }));
  send.mockResolvedValueOnce(Response.json([]));
  expect((await fetchSignedIn('/api/trpc/decks.list')).status).toBe(200);
  expect($renewalWanted.get()).toBe(false);
});

test('if someone else has signed in there, the user is asked', async () => {
  send.mockResolvedValueOnce(refused('UNAUTHENTICATED')).mockResolvedValueOnce(Response.json({ user: { id: 'bob' } }));
  const answer = fetchSignedIn('/api/trpc/decks.list');
  await vi.waitUntil(() => $renewalWanted.get());
  send.mockResolvedValueOnce(Response.json([]));
  sessionRenewal.settle(true);
  expect((await answer).status).toBe(200);
});
