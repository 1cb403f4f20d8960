import { afterAll, beforeEach, expect, it } from 'vitest';
import { PasswordResets } from '#server/auth/password-resets.ts';
import { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import { createLog } from '#server/log.ts';
import { anInvite, cookieOf, PASSWORD } from '#server/testing/joining.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { factorsOfSignIns } from '#server/testing/second-factors.ts';
import { ABrowser } from './testing/a-browser.ts';
import { aProvider } from '#server/testing/sign-in-provider.ts';
import { signInWith } from './testing/a-sign-in.ts';

const provider = await aProvider({ lectern: 'http://127.0.0.1:1' });
afterAll(() => provider[Symbol.asyncDispose]());
const lectern = await aLectern({ ...provider.settings, PASSWORD_SIGN_IN: 'off' });
await provider.allow(lectern.address);
const { sql, db } = lectern.database;
const anonymous = lectern.as(null);

beforeEach(() => sql`truncate rate_limits`);

it('the ways to sign in are told, also by those who are used', async () => {
  const name = 'Example Login';
  expect((await anonymous.get('/api/auth/methods')).body).toEqual({
    passwords: false,
    mail: false,
    provider: { name, reachable: true },
  });
  const user = await lectern.aUser();
  const own = async () => (await lectern.as(user).get('/api/auth/user/methods')).body;
  expect(await own()).toEqual({ password: false, identities: [] });
  provider.accounts.set('own', { email: user.email, email_verified: true });
  provider.person = 'own';
  expect(await signInWith(lectern, new ABrowser())).toBe('/');
  await lectern.aPasswordOf(user);
  const linkedAt = expect.stringMatching(/^\d{4}-/);
  expect(await own()).toEqual({ password: true, identities: [{ issuer: provider.issuer, linkedAt }] });
});

it('no password signs in, joins with the invite of an admin, or is changed', async () => {
  const user = await lectern.aUser();
  await lectern.aPasswordOf(user);
  expectRefusal(await anonymous.post('/api/auth/sign-in/email', { email: user.email, password: PASSWORD }), 'FORBIDDEN');
  const change = { currentPassword: PASSWORD, newPassword: 'another good password' };
  expectRefusal(await lectern.as(user).post('/api/auth/change-password', change), 'FORBIDDEN');
  const { token: inviteToken } = await anInvite(lectern);
  const account = { email: 'new@example.org', password: PASSWORD, inviteToken };
  expectRefusal(await anonymous.post('/api/auth/sign-up/email', account), 'FORBIDDEN');
  const admin = lectern.as(await lectern.aUser({ role: 'admin' }));
  expectRefusal(await admin.post(`/api/admin/users/${user.id}/password-reset`), 'FORBIDDEN');
});

it('the printed link still makes the first admin', async () => {
  await using fresh = await startLectern({ ...provider.settings, PASSWORD_SIGN_IN: 'off' });
  const inviteToken = fresh.firstRunUrl?.split('#')[1];
  const answer = await fresh
    .as(null)
    .post('/api/auth/sign-up/email', { email: 'first@example.org', password: PASSWORD, inviteToken });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ user: { role: 'admin' } });
});

it('a link of the command line signs in, also a person without a password, and another link does not', async () => {
  const user = await lectern.aUser();
  const resets = new PasswordResets({
    db,
    trail: new AuditTrail(db, createLog('silent')),
    revocations: { announce: async () => undefined },
    inTurn: (work) => work(),
    baseUrl: lectern.address,
    hasPasswords: true,
  });
  const use = (token: string) => anonymous.post('/api/auth/reset-password', { token, newPassword: 'another good password' });
  const other = await lectern.aUser({ role: 'admin' });
  const made = await resets.create(
    { userId: other.id, name: other.name, role: 'admin', credential: { kind: 'session', id: other.sessionId } },
    user.id,
  );
  expectRefusal(await use(made.token), 'FORBIDDEN');

  const { token } = await resets.createOnServer(user.email);
  const answer = await use(token);
  expect(answer.status).toBe(200);
  const session = await anonymous.get('/api/auth/get-session', { cookie: cookieOf(answer.headers['set-cookie']) });
  expect(session.body).toMatchObject({ user: { id: user.id } });
  expect(await factorsOfSignIns(lectern, user)).toEqual([['reset-link']]);
  expectRefusal(await use(token), 'RESET_LINK_INVALID');
});

it('a person signs out of the provider as well, if they have signed in with it', async () => {
  const user = await lectern.aUser();
  const plain = await lectern.as(user).post('/api/auth/sign-out');
  expect(plain.body).toEqual({ success: true });
  provider.accounts.set('leaving', { email: (await lectern.aUser()).email, email_verified: true });
  provider.person = 'leaving';
  const browser = new ABrowser();
  await signInWith(lectern, browser);
  const answer = await browser.post(`${lectern.address}/api/auth/sign-out`, {});
  expect(answer.body).toEqual({ success: true, continueAt: expect.stringMatching(`^${provider.issuer}/session/end\\?`) });
});
