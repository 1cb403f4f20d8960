import { beforeEach, describe, expect, it } from 'vitest';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { aMember, cookieOf, PASSWORD } from '#server/testing/joining.ts';
import { expectRefusal } from '#server/testing/refusals.ts';

const lectern = await aLectern();
const anonymous = lectern.as(null);
const signIn = (body: unknown) => anonymous.post('/api/auth/sign-in/email', body);
const member = await aMember(lectern, 'member@example.com');
const me = (cookie: string) => anonymous.get('/api/auth/get-session', { cookie });

beforeEach(() => lectern.database.sql`truncate rate_limits`);

describe('signing in', () => {
  it('starts a new session, with a cookie that scripts cannot read', async () => {
    const answer = await signIn({ email: 'MEMBER@example.com', password: PASSWORD });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ user: { email: 'member@example.com' } });
    expect(answer.headers['cache-control']).toBe('no-store');
    const [cookie, ...others] = answer.headers['set-cookie'] ?? [];
    expect(others).toEqual([expect.stringMatching(/^lectern_device=[\w.-]+; Max-Age=\d+; Path=\/api\/auth\/sign-in; HttpOnly/)]);
    expect(cookie).toMatch(/^lectern_session=[^;]+;/);
    const attributes = cookie?.split('; ').slice(1) ?? [];
    expect(attributes).toEqual(
      expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/', expect.stringMatching(/^Max-Age=\d+$/)]),
    );
    expect(attributes).not.toContain('Secure');
    expect(cookieOf(answer.headers['set-cookie'])).not.toBe(member.cookie);
    expect((await me(cookieOf(answer.headers['set-cookie']))).body).toMatchObject({ user: { email: 'member@example.com' } });
  });

  it('is refused in the same way for a wrong password and an unknown address', async () => {
    const answers = [
      await signIn({ email: member.email, password: 'wrong password' }),
      await signIn({ email: 'no@example.com', password: PASSWORD }),
    ];
    for (const answer of answers) {
      expect(expectRefusal(answer, 'INVALID_CREDENTIALS')).toEqual({});
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const [known, unknown] = answers.map(({ body }) => JSON.stringify(body).replace(/"requestId":"[^"]*"/, ''));
    expect(unknown).toBe(known);
  });

  it.each([
    {},
    { email: member.email },
    { email: 5, password: PASSWORD },
    { email: member.email, password: null },
    { email: 'a\0@b.example', password: PASSWORD },
    { email: '\ud800@b.example', password: PASSWORD },
  ])('with %j is refused as invalid', async (body) => {
    expectRefusal(await signIn(body), 'VALIDATION_FAILED');
  });

  it('is refused to a disabled user, whose sessions have ended too', async () => {
    const blocked = await aMember(lectern, 'blocked@example.com');
    await lectern.database.sql`update users set disabled_at = now() where email = ${blocked.email}`;
    expectRefusal(await signIn({ email: blocked.email, password: PASSWORD }), 'INVALID_CREDENTIALS');
    expect((await me(blocked.cookie)).body).toBeNull();
    expectRefusal(await anonymous.get('/api/decks', { cookie: blocked.cookie }), 'UNAUTHENTICATED');
  });
});

describe('a browser that signs in again', () => {
  const sessionsOf = async (email: string) =>
    (await lectern.database.sql`select 1 from sessions join users on users.id = user_id where email = ${email}`).length;

  it('has one session: the one before has ended, and no other', async () => {
    const other = await aMember(lectern, 'again@example.com');
    const body = { email: other.email, password: PASSWORD };
    const first = cookieOf((await signIn(body)).headers['set-cookie']);
    const before = await sessionsOf(other.email);
    const again = await anonymous.post('/api/auth/sign-in/email', body, { cookie: first });
    expect(again.status).toBe(200);
    expectRefusal(await anonymous.get('/api/decks', { cookie: first }), 'UNAUTHENTICATED');
    expect((await anonymous.get('/api/decks', { cookie: cookieOf(again.headers['set-cookie']) })).status).toBe(200);
    expect((await anonymous.get('/api/decks', { cookie: other.cookie })).status).toBe(200);
    expect(await sessionsOf(other.email)).toBe(before);
  });

  it('as someone else is signed out from the account before', async () => {
    const [ann, bob] = [await aMember(lectern, 'ann@example.com'), await aMember(lectern, 'bob@example.com')];
    const answer = await anonymous.post(
      '/api/auth/sign-in/email',
      { email: bob.email, password: PASSWORD },
      { cookie: ann.cookie },
    );
    expect(answer.status).toBe(200);
    expect((await me(ann.cookie)).body).toBeNull();
  });

  it('keeps its session when the password is wrong', async () => {
    const carl = await aMember(lectern, 'carl@example.com');
    const answer = await anonymous.post(
      '/api/auth/sign-in/email',
      { email: carl.email, password: 'wrong password' },
      { cookie: carl.cookie },
    );
    expectRefusal(answer, 'INVALID_CREDENTIALS');
    expect((await anonymous.get('/api/decks', { cookie: carl.cookie })).status).toBe(200);
  });
});

describe('signing out', () => {
  it('ends this session at once and clears its cookie; other sessions go on', async () => {
    const cookie = cookieOf((await signIn({ email: member.email, password: PASSWORD })).headers['set-cookie']);
    const answer = await anonymous.post('/api/auth/sign-out', undefined, { cookie });
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toContainEqual(expect.stringMatching(/^lectern_session=;.*Max-Age=0/));
    expect((await me(cookie)).body).toBeNull();
    expectRefusal(await anonymous.get('/api/decks', { cookie }), 'UNAUTHENTICATED');
    expectRefusal(await anonymous.post('/api/auth/sign-out', undefined, { cookie }), 'UNAUTHENTICATED');
    expect((await anonymous.get('/api/decks', { cookie: member.cookie })).status).toBe(200);
  });

  it('without a session is refused', async () => {
    expectRefusal(await anonymous.post('/api/auth/sign-out'), 'UNAUTHENTICATED');
  });
});

describe('a session', () => {
  it.each([
    'lectern_session=',
    'lectern_session=%zz',
    'lectern_session=a.b',
    'lectern_session=%00.%00',
    'other=1',
    '=;;=',
    'lectern_session',
  ])('is not opened by the cookie %s', async (cookie) => {
    expectRefusal(await anonymous.get('/api/decks', { cookie }), 'UNAUTHENTICATED');
    expect((await me(cookie)).body).toBeNull();
  });

  it('is not opened by its token without the signature', async () => {
    const token = decodeURIComponent(member.cookie.split('=')[1] ?? '').split('.')[0] ?? '';
    for (const value of [token, `${token}.`, `${token}.${'A'.repeat(43)}=`]) {
      expectRefusal(
        await anonymous.get('/api/decks', { cookie: `lectern_session=${encodeURIComponent(value)}` }),
        'UNAUTHENTICATED',
      );
    }
  });

  it('ends when it expires', async () => {
    const user = await lectern.aUser();
    await lectern.database.sql`update sessions set expires_at = now() - interval '1 second' where id = ${user.sessionId}`;
    expectRefusal(await lectern.as(user).get('/api/decks'), 'UNAUTHENTICATED');
  });

  it('is ignored when a bearer key is sent', async () => {
    const user = await lectern.aUser();
    for (const authorization of ['Bearer nonsense', 'bearer nonsense', 'Bearer a b']) {
      expectRefusal(await lectern.as(user).get('/api/decks', { authorization }), 'UNAUTHENTICATED');
    }
    expect((await lectern.as(user).get('/api/decks', { authorization: 'Basic abc' })).status).toBe(200);
  });

  it('has a host-only cookie under https', async () => {
    await using secure = await startLectern({ BASE_URL: 'https://decks.example' });
    const invite = secure.firstRunUrl?.split('#')[1];
    expect(secure.firstRunUrl).toMatch(/^https:\/\/decks\.example\/join#/);
    const answer = await secure
      .as(null)
      .post(
        '/api/auth/sign-up/email',
        { email: 'a@b.example', password: PASSWORD, inviteToken: invite },
        { origin: 'https://decks.example' },
      );
    expect(answer.body).toMatchObject({ user: { role: 'admin' } });
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-lectern_session=/),
      expect.stringMatching(/^__Secure-lectern_device=.*; Secure$/),
    ]);
    expect(answer.headers['set-cookie']?.[0]).toMatch(/; Secure/);
    expect((await secure.as({ cookie: cookieOf(answer.headers['set-cookie']) }).get('/api/decks')).status).toBe(200);
  });
});
