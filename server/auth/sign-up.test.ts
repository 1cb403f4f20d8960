import { beforeEach, describe, expect, it } from 'vitest';
import { aLectern } from '#server/testing/lectern.ts';
import { anInvite, cookieOf, PASSWORD } from '#server/testing/joining.ts';
import { expectRefusal } from '#server/testing/refusals.ts';

const lectern = await aLectern();
const anonymous = lectern.as(null);
const join = (body: unknown) => anonymous.post('/api/auth/sign-up/email', body);
const fresh = () => `${crypto.randomUUID()}@example.com`;

const counts = async () => {
  const { sql } = lectern.database;
  const [row] = await sql`select (select count(*)::int from users) as users, (select count(*)::int from accounts) as accounts,
    (select count(*)::int from sessions) as sessions, (select count(*)::int from invites where used_at is not null) as used`;
  return row;
};
const isUnused = async (id: string) =>
  (await lectern.database.sql`select 1 from invites where id = ${id} and used_at is null and used_by_id is null`).length === 1;

// The limit on joining has its own test.
beforeEach(() => lectern.database.sql`truncate rate_limits`);

describe('signing up', () => {
  it('creates a user from the invite and signs them in', async () => {
    const { token, id } = await anInvite(lectern);
    const answer = await join({ email: 'Grace.Hopper@Example.com', password: PASSWORD, inviteToken: token });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      user: {
        id: expect.any(String),
        email: 'grace.hopper@example.com',
        name: 'grace.hopper',
        role: 'user',
        createdAt: expect.any(String),
      },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    const session = await anonymous.get('/api/auth/get-session', { cookie: cookieOf(answer.headers['set-cookie']) });
    expect(session.body).toMatchObject({ user: { email: 'grace.hopper@example.com' }, session: { id: expect.any(String) } });
    expect(session.text).not.toContain(cookieOf(answer.headers['set-cookie']).split('=')[1]?.slice(0, 20));
    expect(await isUnused(id)).toBe(false);
  });

  it.each(['user', 'admin'] as const)('gives the role of the invite: %s', async (role) => {
    const { token } = await anInvite(lectern, { role });
    expect((await join({ email: fresh(), password: PASSWORD, inviteToken: token })).body).toMatchObject({ user: { role } });
  });

  it('accepts a name', async () => {
    const { token } = await anInvite(lectern);
    expect((await join({ email: fresh(), password: PASSWORD, inviteToken: token, name: '  Grace  ' })).body).toMatchObject({
      user: { name: 'Grace' },
    });
  });

  it('ignores all other fields', async () => {
    const { token } = await anInvite(lectern);
    const wishes = {
      role: 'admin',
      id: 'mine',
      image: 'http://evil.example/x.png',
      emailVerified: true,
      disabledAt: null,
      createdAt: '2000-01-01',
      callbackURL: 'http://evil.example',
      rememberMe: false,
    };
    const answer = await join({ email: fresh(), password: PASSWORD, inviteToken: token, ...wishes });
    expect(answer.body).toMatchObject({ user: { role: 'user' } });
    const [user] = await lectern.database
      .sql`select id, role, image, email_verified, created_at > now() - interval '1 minute' as recent from users order by created_at desc limit 1`;
    expect(user).toMatchObject({ role: 'user', image: null, email_verified: false, recent: true });
    expect(user?.['id']).not.toBe('mine');
  });
});

describe('an invite', () => {
  it('for an address can be used with that address in any case and with spaces around it', async () => {
    const { token } = await anInvite(lectern, { email: 'Alice@Example.com' });
    expectRefusal(await join({ email: fresh(), password: PASSWORD, inviteToken: token }), 'INVITE_REQUIRED');
    expect((await join({ email: ' ALICE@example.COM ', password: PASSWORD, inviteToken: token })).body).toMatchObject({
      user: { email: 'alice@example.com' },
    });
  });

  it('can be used once', async () => {
    const { token } = await anInvite(lectern);
    expect((await join({ email: fresh(), password: PASSWORD, inviteToken: token })).status).toBe(200);
    expectRefusal(await join({ email: fresh(), password: PASSWORD, inviteToken: token }), 'INVITE_REQUIRED');
  });

  it('is refused when it is missing, unknown, of another type, expired or revoked', async () => {
    const { token: expired, id } = await anInvite(lectern);
    await lectern.database.sql`update invites set expires_at = now() - interval '1 second' where id = ${id}`;
    const revoked = await anInvite(lectern);
    await lectern.as(await lectern.aUser({ role: 'admin' })).delete(`/api/admin/invites/${revoked.id}`);
    for (const inviteToken of [
      undefined,
      '',
      'unknown',
      5,
      null,
      { $ne: '' },
      [expired],
      expired,
      revoked.token,
      'x\0',
      '\ud800',
      'x'.repeat(10_000),
    ]) {
      expectRefusal(await join({ email: fresh(), password: PASSWORD, inviteToken }), 'INVITE_REQUIRED');
    }
  });

  it('that is not valid gets the same answer for a known address, a new one and none', async () => {
    const { email } = await lectern.aUser();
    const answers = await Promise.all(
      [{ email, password: PASSWORD }, { email: fresh(), password: PASSWORD }, { email: 'x', password: '1' }, {}].map(join),
    );
    const [first, ...others] = answers.map((answer) => ({ ...expectRefusal(answer, 'INVITE_REQUIRED'), message: answer.body }));
    for (const other of others)
      expect(JSON.stringify(other).replace(/"requestId":"[^"]*"/, '')).toBe(
        JSON.stringify(first).replace(/"requestId":"[^"]*"/, ''),
      );
  });

  it.each([
    ['a weak password', { password: '1234567' }, 'VALIDATION_FAILED'],
    ['a password of 129 characters', { password: 'x'.repeat(129) }, 'VALIDATION_FAILED'],
    ['no password', { password: undefined }, 'VALIDATION_FAILED'],
    ['a bad address', { email: 'nobody' }, 'VALIDATION_FAILED'],
    ['an address with NUL', { email: 'a\0@example.com' }, 'VALIDATION_FAILED'],
    ['an address that is a list', { email: ['a@example.com'] }, 'VALIDATION_FAILED'],
    ['a name with a lone surrogate', { name: '\ud800' }, 'VALIDATION_FAILED'],
    ['a name with NUL', { name: 'a\0b' }, 'VALIDATION_FAILED'],
    ['a name of two lines', { name: 'a\nb' }, 'VALIDATION_FAILED'],
    ['a password with a lone surrogate', { password: 'long enough \ud800' }, 'VALIDATION_FAILED'],
  ] as const)('stays unused after %s', async (_, wrong, code) => {
    const { token, id } = await anInvite(lectern);
    const before = await counts();
    expectRefusal(await join({ email: fresh(), password: PASSWORD, inviteToken: token, ...wrong }), code);
    expect(await isUnused(id)).toBe(true);
    expect(await counts()).toEqual(before);
  });

  it('stays unused when the address is taken', async () => {
    const { email } = await lectern.aUser();
    const { token, id } = await anInvite(lectern);
    expectRefusal(await join({ email: email.toUpperCase(), password: PASSWORD, inviteToken: token }), 'EMAIL_TAKEN');
    expect(await isUnused(id)).toBe(true);
  });

  it.each(['users', 'accounts', 'sessions'])('stays unused when writing to %s fails', async (table) => {
    const { sql } = lectern.database;
    const { token, id } = await anInvite(lectern);
    const before = await counts();
    await sql`create or replace function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`;
    await sql`create trigger fails before insert on ${sql(table)} for each row execute function fail()`;
    const answer = await join({ email: fresh(), password: PASSWORD, inviteToken: token });
    await sql`drop trigger fails on ${sql(table)}`;
    expectRefusal(answer, 'INTERNAL');
    expect(await isUnused(id)).toBe(true);
    expect(await counts()).toEqual(before);
  });
});
