import { beforeEach, describe, expect, it } from 'vitest';
import { procedures, Stage } from '#server/talks/testing/stage.ts';
import { aClientAddress } from '#server/testing/client-address.ts';
import { openStream } from '#server/testing/event-stream.ts';
import { aMember, aResetLink, cookieOf, PASSWORD } from '#server/testing/joining.ts';
import { aLectern, startLectern, type TestLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { expectSince } from '#server/testing/moments.ts';
import { newPasswordResetSchema, usablePasswordResetSchema } from '#shared/password-resets.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' });
const { sql } = lectern.database;
const stage = new Stage(lectern);
const admin = await lectern.aUser({ role: 'admin' });
const NEW_PASSWORD = 'another horse entirely';

let count = 0;
/** A user with a password, a session, and a link to reset the password. */
async function aForgetful() {
  const { email, cookie } = await aMember(lectern, `forgetful-${(count += 1)}@example.com`);
  const [row] = await sql<{ id: string }[]>`select id from users where email = ${email}`;
  const id = row?.id ?? '';
  return { id, email, cookie, ...(await aResetLink(lectern, admin, id)) };
}
const create = (id: string, who = admin) => lectern.as(who).post(`/api/admin/users/${id}/password-reset`);
const use = (token: string, wish: object = {}, where: TestLectern = lectern) =>
  where
    .as(null)
    .post('/api/auth/reset-password', { token, newPassword: NEW_PASSWORD, ...wish }, { 'x-forwarded-for': aClientAddress() });
const inspect = (token: string) => lectern.as(null).post('/api/trpc/passwordResets.inspect', { token });
const signIn = (email: string, password: string) =>
  lectern.as(null).post('/api/auth/sign-in/email', { email, password }, { 'x-forwarded-for': aClientAddress() });
const status = async (cookie: string, where: TestLectern = lectern) => (await where.as({ cookie }).get('/api/decks')).status;

beforeEach(() => sql`truncate rate_limits`);

describe('a link to set a new password', () => {
  it('is shown once, to the admin who made it', async () => {
    const user = await lectern.aUser({ name: 'Grace' });
    const since = Date.now();
    const answer = await create(user.id);
    expect(answer.status).toBe(201);
    const link = newPasswordResetSchema.parse(answer.body);
    expect(link.user).toEqual({ id: user.id, name: 'Grace', email: user.email });
    expect(link.url).toMatch(/\/reset-password#[\w-]{43}$/);
    expectSince(since, link.expiresAt, 24 * 3_600_000);
    const rows = await sql`select * from password_resets`;
    expect(JSON.stringify(rows) + lectern.logged.join('')).not.toContain(link.token);
  });

  it('sets the password, ends all sessions on every instance, and does not sign in', async () => {
    await using other = await startLectern({ DATABASE_URL: lectern.database.url });
    const { email, cookie, token } = await aForgetful();
    const elsewhere = cookieOf((await signIn(email, PASSWORD)).headers['set-cookie']);
    const input = { streamId: crypto.randomUUID(), decks: [{ id: 'any', since: null }] };
    await using stream = await openStream(lectern.address, 'live.watch', { cookie: elsewhere, input });
    await stream.next();

    const answer = await use(token, {}, other);
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect(answer.headers['set-cookie']).toBeUndefined();
    for (const where of [lectern, other])
      expect(await Promise.all([cookie, elsewhere].map((each) => status(each, where)))).toEqual([401, 401]);
    expect(await stream.next()).toMatchObject({ event: 'serialized-error', data: { data: { code: 'UNAUTHENTICATED' } } });
    expectRefusal(await signIn(email, PASSWORD), 'INVALID_CREDENTIALS');
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  it('says whose password it sets, and the old one works until then', async () => {
    const { email, cookie, token, expiresAt } = await aForgetful();
    const { body } = await inspect(token);
    expect(usablePasswordResetSchema.parse((body as { result: { data: unknown } }).result.data)).toEqual({ email, expiresAt });
    expect(await status(cookie)).toBe(200);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  it.each([
    [{}, 200],
    [{ endKeys: true }, 401],
  ] as const)('with %j: a request with an API key returns %i', async (also, expected) => {
    const { cookie, token } = await aForgetful();
    const { body } = await lectern.as({ cookie }).post('/api/keys', { name: 'x' });
    const authorization = `Bearer ${(body as { key: string }).key}`;
    expect((await use(token, also)).status).toBe(200);
    expect((await lectern.as(null).get('/api/decks', { authorization })).status).toBe(expected);
  });

  it('disconnects phones if asked to', async () => {
    const { presenter, talk } = await stage.aPresenter();
    await lectern.aPasswordOf(presenter);
    expect((await procedures(lectern, presenter).call('talks.pair', { talkId: talk.id })).status).toBe(200);
    const { token } = await aResetLink(lectern, admin, presenter.id);
    expect((await use(token, { endRemotes: true })).status).toBe(200);
    expect(await sql`select * from talk_pairings where talk_id = ${talk.id}`).toEqual([]);
  });

  it('is refused in the same way when it is unknown, used, replaced, expired, or the account is disabled', async () => {
    const used = await aForgetful();
    await use(used.token);
    const replaced = await aForgetful();
    expect((await create(replaced.id)).status).toBe(201);
    const expired = await aForgetful();
    await sql`update password_resets set expires_at = now() where user_id = ${expired.id}`;
    const disabled = await aForgetful();
    await sql`update users set disabled_at = now() where id = ${disabled.id}`;
    const answers = [];
    for (const token of ['unknown', used.token, replaced.token, expired.token, disabled.token])
      answers.push(await use(token), await inspect(token));
    for (const [at, answer] of answers.entries()) {
      if (at % 2 === 0) expectRefusal(answer, 'RESET_LINK_INVALID');
      else expect(answer.body).toMatchObject({ error: { data: { code: 'RESET_LINK_INVALID' } } });
    }
    expect(
      new Set(answers.filter((_, at) => at % 2 === 0).map(({ body }) => (body as { error: { message: string } }).error.message))
        .size,
    ).toBe(1);
    for (const { email } of [replaced, expired]) expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  it('works once, for the first of several that race', async () => {
    const { email, token } = await aForgetful();
    const passwords = Array.from({ length: 12 }, (_, at) => `a new horse ${at}`);
    const answers = await Promise.all(passwords.map((newPassword) => use(token, { newPassword })));
    const won = passwords.filter((_, at) => answers[at]?.status === 200);
    expect(won).toHaveLength(1);
    for (const answer of answers.filter((each) => each.status !== 200)) expectRefusal(answer, 'RESET_LINK_INVALID');
    expect((await signIn(email, won[0] ?? '')).status).toBe(200);
  });

  it('can be used again after a password that was refused', async () => {
    const { email, token } = await aForgetful();
    for (const newPassword of ['short', 'sunshine', 'x'.repeat(129), 'with a \0 in it', 7])
      expect(expectRefusal(await use(token, { newPassword }), 'VALIDATION_FAILED')['issues']).toMatchObject([
        { path: 'newPassword' },
      ]);
    expect((await use(token)).status).toBe(200);
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  it('ends when the person changes the password without it', async () => {
    const { cookie, token } = await aForgetful();
    const change = { currentPassword: PASSWORD, newPassword: 'remembered after all' };
    expect((await lectern.as({ cookie }).post('/api/auth/change-password', change)).status).toBe(200);
    expectRefusal(await use(token), 'RESET_LINK_INVALID');
  });

  it.each([
    ['demoted', { role: 'user' }],
    ['disabled', { disabled: true }],
    ['removed', null],
  ] as const)('ends when the admin who made it is %s', async (_, change) => {
    const maker = await lectern.aUser({ role: 'admin' });
    const { id } = await aForgetful();
    const { token } = await aResetLink(lectern, maker, id);
    const path = `/api/admin/users/${maker.id}`;
    expect(
      (change === null ? await lectern.as(admin).delete(path) : await lectern.as(admin).patch(path, change)).status,
    ).toBeLessThan(300);
    expectRefusal(await use(token), 'RESET_LINK_INVALID');
  });

  it('does not come back when a disabled account is enabled again', async () => {
    const { id, token } = await aForgetful();
    for (const disabled of [true, false])
      expect((await lectern.as(admin).patch(`/api/admin/users/${id}`, { disabled })).status).toBe(200);
    expectRefusal(await use(token), 'RESET_LINK_INVALID');
  });

  it('can only be made by admins, for others whose account is not disabled', async () => {
    const user = await lectern.aUser();
    expectRefusal(await create(admin.id, user), 'FORBIDDEN');
    expectRefusal(await create(admin.id), 'FORBIDDEN');
    expectRefusal(await create('nobody'), 'USER_NOT_FOUND');
    expect((await lectern.as(admin).patch(`/api/admin/users/${user.id}`, { disabled: true })).status).toBe(200);
    expectRefusal(await create(user.id), 'USER_NOT_FOUND');
  });

  it.each(['sessions', 'accounts', 'audit_events'])('changes nothing when writing to %s fails', async (table) => {
    const { email, cookie, token } = await aForgetful();
    await sql`create or replace function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`;
    await sql`create trigger refuses before insert or update or delete on ${sql(table)} for each row execute function refuse()`;
    expectRefusal(await use(token), 'INTERNAL');
    await sql`drop trigger refuses on ${sql(table)}`;
    expect(await status(cookie)).toBe(200);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
    expect((await use(token)).status).toBe(200);
  });

  it('cannot be guessed without limit from one network', async () => {
    const headers = { 'x-forwarded-for': aClientAddress() };
    const guess = () => lectern.as(null).post('/api/auth/reset-password', { token: 'x', newPassword: NEW_PASSWORD }, headers);
    const answers = [];
    for (let times = 0; times < 31; times += 1) answers.push(await guess());
    expect(new Set(answers.slice(0, 30).map((answer) => answer.status))).toEqual(new Set([403]));
    expect(answers[30]).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } });
  });
});
