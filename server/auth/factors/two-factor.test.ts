import { describe, expect, it } from 'vitest';
import { aClientAddress } from '#server/testing/client-address.ts';
import type { Answer } from '#server/testing/exchange.ts';
import { cookieOf, PASSWORD } from '#server/testing/joining.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { aGuardedUser, anApp, aPendingSignIn, beginApp, factorsOfSignIns, signInWith } from '#server/testing/second-factors.ts';
import { codeOf } from '#server/testing/totp.ts';
import { RECOVERY_CODES, SIGN_IN_FAILURES_MAX } from '#shared/limits.ts';
import { twoFactorSchema } from '#shared/two-factor.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' });
const { sql } = lectern.database;
const STEP = '/api/auth/sign-in/second-step';

type Taking = { readonly method?: 'code' | 'recovery-code'; readonly code: string; readonly trustDevice?: boolean };

/** Takes the second step, from an address of its own unless `from` is given. */
const take = (cookie: string, { method = 'code', ...step }: Taking, from = aClientAddress()): Promise<Answer> =>
  lectern.as(null).post(STEP, { method, ...step }, { cookie, 'x-forwarded-for': from });
const pendingOf = (user: { id: string }) => aPendingSignIn(lectern, user);
const factorsOf = async (user: { cookie: string }) =>
  twoFactorSchema.parse((await lectern.as(user).get('/api/me/two-factor')).body);
const eventsOf = async ({ id }: { id: string }) =>
  (await sql<{ kind: string }[]>`select kind from audit_events where actor_id = ${id} order by at, kind`).map(({ kind }) => kind);
const setBack = ({ sessionId }: { sessionId: string }) =>
  sql`update sessions set created_at = now() - interval '2 hours' where id = ${sessionId}`;
const anAdmin = async () => lectern.as(await lectern.aUser({ role: 'admin' }));
/** All cookies of a browser that has received several answers. */
const all = (...cookies: string[]) => cookies.filter((cookie) => cookie !== '').join('; ');

/** Test vectors of RFC 6238, appendix B, for SHA-1. The appendix has eight digits; the last six are ours. */
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('codes in these tests are those of RFC 6238: at %d seconds, %s', (seconds, code) => {
  expect(codeOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 0, seconds * 1000)).toBe(code);
});

describe('setting up an authenticator app', () => {
  it('counts when the first code is confirmed, and comes with recovery codes', async () => {
    const user = await lectern.aUser();
    await lectern.aPasswordOf(user);
    const secret = await beginApp(lectern, user);
    expectRefusal(await lectern.as(user).post('/api/me/authenticator-app/confirm', { code: '000000x' }), 'WRONG_CODE');
    expect(await factorsOf(user)).toMatchObject({ enabledAt: null, app: null, recoveryCodes: 0 });
    const { body } = await lectern.as(user).post('/api/me/authenticator-app/confirm', { code: codeOf(secret) });
    const { recoveryCodes } = body as { recoveryCodes: string[] };
    expect(new Set(recoveryCodes).size).toBe(RECOVERY_CODES);
    expect(await factorsOf(user)).toMatchObject({ recoveryCodes: RECOVERY_CODES, required: false });
    expect(await eventsOf(user)).toContain('app.added');
  });

  it('stores neither the secret nor a recovery code as they are', async () => {
    const { id, secret, recoveryCodes } = await aGuardedUser(lectern);
    const [app] = await sql`select * from authenticator_apps where user_id = ${id}`;
    const codes = await sql`select * from recovery_codes where user_id = ${id}`;
    const stored = JSON.stringify([app, codes]);
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(plain);
  });

  it.each([
    ['beginning', 'authenticator-app', async () => undefined],
    ['removing the app', 'authenticator-app/remove', (user: { cookie: string }) => anApp(lectern, user)],
    ['making recovery codes', 'recovery-codes', (user: { cookie: string }) => anApp(lectern, user)],
  ] as const)('asks for the password again an hour after the sign-in: %s', async (_, path, prepare) => {
    const user = await lectern.aUser();
    await lectern.aPasswordOf(user);
    await prepare(user);
    const before = await factorsOf(user);
    await setBack(user);
    const api = lectern.as(user);
    expectRefusal(await api.post(`/api/me/${path}`, {}), 'REAUTHENTICATION_REQUIRED');
    expectRefusal(await api.post(`/api/me/${path}`, { password: 'wrong password' }), 'INVALID_CREDENTIALS');
    expect(await factorsOf(user)).toEqual(before);
    expect((await api.post(`/api/me/${path}`, { password: PASSWORD })).status).toBeLessThan(300);
  });

  it('is over when the app is removed: codes and trust go with it, and the password alone signs in', async () => {
    const user = await aGuardedUser(lectern);
    const answer = await take(await pendingOf(user), { code: codeOf(user.secret, 1), trustDevice: true });
    expect(answer.status).toBe(200);
    expect((await lectern.as(user).post('/api/me/authenticator-app/remove', {})).status).toBe(204);
    expect(await factorsOf(user)).toMatchObject({ enabledAt: null, app: null, recoveryCodes: 0, trustedDevices: [] });
    expect((await signInWith(lectern, user.email, { from: aClientAddress() })).status).toBe(200);
    expect(await eventsOf(user)).toContain('app.removed');
  });
});

describe('a sign-in that waits for its second step', () => {
  it('opens nothing: its cookie is no session on any route', async () => {
    const user = await aGuardedUser(lectern);
    const cookie = await pendingOf(user);
    const token = cookie.split('=')[1] ?? '';
    const api = lectern.as({ cookie: all(cookie, `lectern_session=${token}`) });
    for (const path of ['/api/decks', '/api/me', '/api/me/two-factor', '/api/auth/sessions', '/api/keys', '/api/search?q=x'])
      expectRefusal(await api.get(path), 'UNAUTHENTICATED');
    expectRefusal(await api.post('/api/me/authenticator-app/remove', { password: PASSWORD }), 'UNAUTHENTICATED');
    expectRefusal(await api.post('/api/me/recovery-codes', { password: PASSWORD }), 'UNAUTHENTICATED');
    const change = { currentPassword: PASSWORD, newPassword: 'another horse entirely' };
    expectRefusal(await api.post('/api/auth/change-password', change), 'UNAUTHENTICATED');
    expect((await api.get('/api/auth/get-session')).body).toBeNull();
    expect(await sql`select id from sessions where user_id = ${user.id}`).toHaveLength(1);
  });

  it('begins with the right password, and becomes a session with the code of the app', async () => {
    const user = await aGuardedUser(lectern);
    const begun = await signInWith(lectern, user.email, { from: aClientAddress() });
    expect(expectRefusal(begun, 'TWO_FACTOR_REQUIRED')).toEqual({ methods: ['code', 'recovery-code'] });
    const code = codeOf(user.secret, 1);
    const answer = await take(cookieOf(begun.headers['set-cookie']), { code: ` ${code.slice(0, 3)} ${code.slice(3)}` });
    expect(answer.body).toMatchObject({ user: { id: user.id } });
    const cookie = cookieOf(answer.headers['set-cookie']);
    expect((await lectern.as({ cookie }).get('/api/me')).status).toBe(200);
    expect(await factorsOfSignIns(lectern, user)).toEqual([['password', 'code']]);
  });

  it('refuses a code that was used, also in another sign-in, and codes before it', async () => {
    const user = await aGuardedUser(lectern);
    const now = Date.now();
    const [earlier, code] = [codeOf(user.secret, 0, now), codeOf(user.secret, 1, now)];
    expectRefusal(await take(await pendingOf(user), { code: user.usedCode }), 'WRONG_CODE');
    const waiting = await pendingOf(user);
    expect((await take(await pendingOf(user), { code })).status).toBe(200);
    expectRefusal(await take(waiting, { code }), 'WRONG_CODE');
    expectRefusal(await take(waiting, { code: earlier }), 'WRONG_CODE');
  });

  it('lets one of several requests with the same code in', async () => {
    const user = await aGuardedUser(lectern);
    const code = codeOf(user.secret, 1);
    const waiting = await Promise.all(Array.from({ length: 4 }, () => pendingOf(user)));
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => take(waiting[at % 4] ?? '', { code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('takes a recovery code once, also when it is sent twice at the same time', async () => {
    const user = await aGuardedUser(lectern);
    const [code = '', other = ''] = user.recoveryCodes;
    const waiting = await Promise.all([pendingOf(user), pendingOf(user)]);
    const answers = await Promise.all(waiting.map((cookie) => take(cookie, { method: 'recovery-code', code })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    const typed = other.toLowerCase().replaceAll('-', ' ');
    expect((await take(await pendingOf(user), { method: 'recovery-code', code: typed })).status).toBe(200);
    expect((await factorsOf(user)).recoveryCodes).toBe(RECOVERY_CODES - 2);
    const factors = ['password', 'recovery-code'];
    expect(await factorsOfSignIns(lectern, user)).toEqual([factors, factors]);
    const [event] =
      await sql`select details from audit_events where actor_id = ${user.id} and kind = 'recovery.used' order by at desc`;
    expect(event?.['details']).toEqual({ remaining: RECOVERY_CODES - 2 });
  });

  it('does not take a recovery code of another user', async () => {
    const [user, other] = [await aGuardedUser(lectern), await aGuardedUser(lectern)];
    const [code = ''] = other.recoveryCodes;
    expectRefusal(await take(await pendingOf(user), { method: 'recovery-code', code }), 'WRONG_CODE');
    expect((await factorsOf(other)).recoveryCodes).toBe(RECOVERY_CODES);
  });

  it("signs in the user of its cookie, whatever other cookies are there: another user's code does not fit", async () => {
    const [user, other] = [await aGuardedUser(lectern), await aGuardedUser(lectern)];
    const cookie = all(other.cookie, await pendingOf(user));
    expectRefusal(await take(cookie, { code: codeOf(other.secret, 1) }), 'WRONG_CODE');
    expect((await take(cookie, { code: codeOf(user.secret, 1) })).body).toMatchObject({ user: { id: user.id } });
  });

  it.each(['', 'lectern_sign_in=', 'lectern_sign_in=made-up', 'other=1'])('needs its cookie: %j', async (cookie) => {
    expectRefusal(await take(cookie, { code: '123456' }), 'SIGN_IN_EXPIRED');
  });

  it('works once, and for ten minutes', async () => {
    const user = await aGuardedUser(lectern);
    const cookie = await pendingOf(user);
    expect((await take(cookie, { code: codeOf(user.secret, 1) })).status).toBe(200);
    const [code = ''] = user.recoveryCodes;
    expectRefusal(await take(cookie, { method: 'recovery-code', code }), 'SIGN_IN_EXPIRED');
    const late = await pendingOf(user);
    await sql`update pending_sign_ins set expires_at = now() - interval '1 second' where user_id = ${user.id}`;
    expectRefusal(await take(late, { method: 'recovery-code', code }), 'SIGN_IN_EXPIRED');
  });

  it('begins again with the password after some wrong codes', async () => {
    const user = await aGuardedUser(lectern);
    const cookie = await pendingOf(user);
    for (let wrong = 0; wrong < SIGN_IN_FAILURES_MAX; wrong += 1)
      expectRefusal(await take(cookie, { code: 'wrong' }), 'WRONG_CODE');
    expectRefusal(await take(cookie, { code: codeOf(user.secret, 1) }), 'SIGN_IN_EXPIRED');
    expect((await eventsOf(user)).filter((kind) => kind === 'second-step.refused')).toHaveLength(SIGN_IN_FAILURES_MAX);
  });

  it.each([
    [
      'a new password',
      (user: { cookie: string }) =>
        lectern.as(user).post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'another horse entirely' }),
    ],
    [
      'a disabled account',
      async ({ id }: { id: string }) => anAdmin().then((api) => api.patch(`/api/admin/users/${id}`, { disabled: true })),
    ],
    [
      'a reset of the factors',
      async ({ id }: { id: string }) => anAdmin().then((api) => api.delete(`/api/admin/users/${id}/two-factor`)),
    ],
  ] as const)('ends with %s', async (_, end) => {
    const user = await aGuardedUser(lectern);
    const cookie = await pendingOf(user);
    expect((await end(user)).status).toBeLessThan(300);
    expectRefusal(await take(cookie, { code: codeOf(user.secret, 1) }), 'SIGN_IN_EXPIRED');
  });
});

describe('guesses at codes', () => {
  it('are limited for the account across addresses and sign-ins, in parallel; a recovery code still works', async () => {
    const user = await aGuardedUser(lectern);
    const waiting = await Promise.all(Array.from({ length: 6 }, () => pendingOf(user)));
    const guess = (at: number) => take(waiting[at % 6] ?? '', { code: 'guess' });
    const answers = await Promise.all(Array.from({ length: 24 }, (_, at) => guess(at)));
    expect(answers.filter(({ status }) => status === 403).length).toBeLessThanOrEqual(10);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(14);
    const fresh = await pendingOf(user);
    expectRefusal(await take(fresh, { code: codeOf(user.secret, 1) }), 'RATE_LIMITED');
    expect((await eventsOf(user)).filter((kind) => kind === 'second-step.limited')).toHaveLength(1);
    const [code = ''] = user.recoveryCodes;
    expect((await take(fresh, { method: 'recovery-code', code })).status).toBe(200);
  });

  it('are limited by network, whatever the account', async () => {
    const from = aClientAddress();
    for (let guesses = 0; guesses < 30; guesses += 1)
      expectRefusal(await take('lectern_sign_in=x', { code: '1' }, from), 'SIGN_IN_EXPIRED');
    expectRefusal(await take('lectern_sign_in=x', { code: '1' }, from), 'RATE_LIMITED');
  });
});

describe('a trusted browser', () => {
  const trusted = async () => {
    const user = await aGuardedUser(lectern);
    const answer = await take(await pendingOf(user), { code: codeOf(user.secret, 1), trustDevice: true });
    const trust = answer.headers['set-cookie']?.find((line) => line.startsWith('lectern_trust=')) ?? '';
    expect(trust).toMatch(/Max-Age=2592000; Path=\/api\/auth\/sign-in; HttpOnly; SameSite=Lax/);
    return { ...user, trust: trust.split(';', 1)[0] ?? '' };
  };
  const signIn = ({ email }: { email: string }, cookie: string) => signInWith(lectern, email, { cookie, from: aClientAddress() });

  it('needs only the password, and still the right one', async () => {
    const user = await trusted();
    expect((await signIn(user, user.trust)).status).toBe(200);
    expect((await factorsOfSignIns(lectern, user)).at(-1)).toEqual(['password', 'trusted-browser']);
    const wrong = { email: user.email, password: 'wrong password' };
    expectRefusal(await lectern.as(null).post('/api/auth/sign-in/email', wrong, { cookie: user.trust }), 'INVALID_CREDENTIALS');
  });

  it('is trusted by its own account alone', async () => {
    const [user, other] = [await trusted(), await aGuardedUser(lectern)];
    expectRefusal(await signIn(other, user.trust), 'TWO_FACTOR_REQUIRED');
  });

  it('is listed, and no longer trusted when it is removed', async () => {
    const user = await trusted();
    const { trustedDevices } = await factorsOf(user);
    expect(trustedDevices).toHaveLength(1);
    const other = await aGuardedUser(lectern);
    const path = `/api/me/trusted-devices/${trustedDevices[0]?.id}`;
    expectRefusal(await lectern.as(other).delete(path), 'DEVICE_NOT_FOUND');
    expect((await lectern.as(user).delete(path)).status).toBe(204);
    expectRefusal(await signIn(user, user.trust), 'TWO_FACTOR_REQUIRED');
    expect(await eventsOf(user)).toEqual(expect.arrayContaining(['device.trusted', 'device.untrusted']));
  });

  it('is no longer trusted after 30 days', async () => {
    const user = await trusted();
    await sql`update trusted_devices set expires_at = now() - interval '1 second' where user_id = ${user.id}`;
    expectRefusal(await signIn(user, user.trust), 'TWO_FACTOR_REQUIRED');
  });

  it('is no longer trusted after a new password', async () => {
    const user = await trusted();
    const change = { currentPassword: PASSWORD, newPassword: 'another horse entirely' };
    expect((await lectern.as(user).post('/api/auth/change-password', change)).status).toBe(200);
    const credentials = { email: user.email, password: change.newPassword };
    const answer = await lectern.as(null).post('/api/auth/sign-in/email', credentials, { cookie: user.trust });
    expectRefusal(answer, 'TWO_FACTOR_REQUIRED');
  });
});

describe('a reset by an admin', () => {
  it('removes the factors, ends sessions and trust, and is recorded', async () => {
    const admin = await lectern.aUser({ role: 'admin' });
    const user = await aGuardedUser(lectern);
    expect((await lectern.as(admin).delete(`/api/admin/users/${user.id}/two-factor`)).status).toBe(204);
    expectRefusal(await lectern.as(user).get('/api/me'), 'UNAUTHENTICATED');
    expect((await signInWith(lectern, user.email, { from: aClientAddress() })).status).toBe(200);
    const [event] = await sql`select details from audit_events where actor_id = ${admin.id} and kind = 'factors.reset'`;
    expect(event?.['details']).toMatchObject({ user: { id: user.id, email: user.email } });
  });

  it('is not possible for oneself, and not for users', async () => {
    const [admin, user] = [await lectern.aUser({ role: 'admin' }), await lectern.aUser()];
    expectRefusal(await lectern.as(admin).delete(`/api/admin/users/${admin.id}/two-factor`), 'FORBIDDEN');
    expectRefusal(await lectern.as(user).delete(`/api/admin/users/${admin.id}/two-factor`), 'FORBIDDEN');
  });

  it('is not needed for a new password: the second step stays', async () => {
    const admin = await lectern.aUser({ role: 'admin' });
    const user = await aGuardedUser(lectern);
    const { body } = await lectern.as(admin).post(`/api/admin/users/${user.id}/password-reset`);
    const { token } = body as { token: string };
    expect((await lectern.as(null).post('/api/auth/reset-password', { token, newPassword: PASSWORD })).status).toBe(200);
    expectRefusal(await signInWith(lectern, user.email, { from: aClientAddress() }), 'TWO_FACTOR_REQUIRED');
  });
});
