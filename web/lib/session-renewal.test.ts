import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { faultFrom } from './fault.ts';
import { $renewalWanted, sessionRenewal } from './session-renewal.ts';
import { api } from './trpc.ts';

const refusal = (code: string) => ({ error: { message: code, code: -32_001, data: { code } } });
const success = (data: unknown) => ({ result: { data } });
const STATUS = { passwords: true };
const send = vi.fn<(input: string) => Promise<Response>>();
/** What the server answers when it is asked for the session. */
const NO_SESSION = Response.json(null);
const sentPaths = () => send.mock.calls.map(([input]) => input.replace(/\?.*/, ''));

beforeEach(() => {
  send.mockReset();
  vi.stubGlobal('fetch', send);
  sessionRenewal.arm('ada');
});
afterEach(() => void vi.unstubAllGlobals());

test('a call that was refused because the session has ended is sent again once there is a new one', async () => {
  send.mockResolvedValueOnce(Response.json([refusal('UNAUTHENTICATED')], { status: 401 }));
  send.mockResolvedValueOnce(NO_SESSION.clone()).mockResolvedValueOnce(Response.json([success([])]));
  const answer = api.sessions.list.query();
  await expect.poll(() => $renewalWanted.get()).toBe(true);
  sessionRenewal.settle(true);
  expect(await answer).toEqual([]);
});

test('of a batch only the calls that were refused are sent again', async () => {
  const [open, refused] = [success(STATUS), refusal('UNAUTHENTICATED')];
  send.mockResolvedValueOnce(Response.json([open, refused, refused], { status: 207 }));
  send.mockResolvedValueOnce(NO_SESSION.clone()).mockResolvedValueOnce(Response.json([success([]), success(null)]));
  const methods = api.methods.list.query();
  const others = Promise.all([api.sessions.list.query(), api.twoFactor.get.query()]);
  expect(await methods).toEqual(STATUS);
  await expect.poll(() => $renewalWanted.get()).toBe(true);
  sessionRenewal.settle(true);
  expect(await others).toEqual([[], null]);
  expect(sentPaths()).toEqual([
    '/api/trpc/methods.list,sessions.list,twoFactor.get',
    '/api/auth/get-session',
    '/api/trpc/sessions.list,twoFactor.get',
  ]);
});

test('a wrong password does not count as an ended session: the form receives the error', async () => {
  send.mockResolvedValueOnce(Response.json([refusal('INVALID_CREDENTIALS')], { status: 401 }));
  const thrown: unknown = await api.keys.list.query({}).catch((error: unknown) => error);
  expect(faultFrom(thrown).code).toBe('INVALID_CREDENTIALS');
  expect($renewalWanted.get()).toBe(false);
});

test('a 401 that is not ours, from a proxy, counts as an ended session', async () => {
  const page = () => new Response('<p>Sign in</p>', { status: 401 });
  send
    .mockResolvedValueOnce(page())
    .mockResolvedValueOnce(page())
    .mockResolvedValueOnce(Response.json([success([])]));
  const answer = api.sessions.list.query();
  await expect.poll(() => $renewalWanted.get()).toBe(true);
  sessionRenewal.settle(true);
  expect(await answer).toEqual([]);
});

test('whoever has signed in again in another window is not asked', async () => {
  send.mockResolvedValueOnce(Response.json([refusal('UNAUTHENTICATED')], { status: 401 }));
  send.mockResolvedValueOnce(Response.json({ user: { id: 'ada' } })).mockResolvedValueOnce(Response.json([success([])]));
  expect(await api.sessions.list.query()).toEqual([]);
  expect($renewalWanted.get()).toBe(false);
});

test('if someone else has signed in there, the user is asked', async () => {
  send.mockResolvedValueOnce(Response.json([refusal('UNAUTHENTICATED')], { status: 401 }));
  send.mockResolvedValueOnce(Response.json({ user: { id: 'bob' } })).mockResolvedValueOnce(Response.json([success([])]));
  const answer = api.sessions.list.query();
  await expect.poll(() => $renewalWanted.get()).toBe(true);
  sessionRenewal.settle(true);
  expect(await answer).toEqual([]);
});

test('a call that is refused again fails, and is not sent a third time', async () => {
  const refused = () => Response.json([refusal('UNAUTHENTICATED')], { status: 401 });
  send.mockResolvedValueOnce(refused()).mockResolvedValueOnce(Response.json({ user: { id: 'ada' } }));
  send.mockResolvedValueOnce(refused());
  const thrown: unknown = await api.sessions.list.query().catch((error: unknown) => error);
  expect(faultFrom(thrown).code).toBe('UNAUTHENTICATED');
  expect(send).toHaveBeenCalledTimes(3);
});

test('without a user, a refused call fails at once', async () => {
  sessionRenewal.arm(null);
  send.mockResolvedValueOnce(Response.json([refusal('UNAUTHENTICATED')], { status: 401 }));
  const thrown: unknown = await api.sessions.list.query().catch((error: unknown) => error);
  expect(faultFrom(thrown).code).toBe('UNAUTHENTICATED');
  expect($renewalWanted.get()).toBe(false);
});
