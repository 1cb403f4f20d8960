import { beforeEach, describe, expect, it } from 'vitest';
import { procedures, Stage } from '#server/talks/testing/stage.ts';
import { aClientAddress } from '#server/testing/client-address.ts';
import type { Answer } from '#server/testing/exchange.ts';
import { openStream } from '#server/testing/event-stream.ts';
import { aMember, cookieOf, PASSWORD } from '#server/testing/joining.ts';
import { aLectern, startLectern, type TestLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { expectSince } from '#server/testing/moments.ts';
import { type OwnSession, ownSessionListSchema } from '#shared/accounts.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' });
const { sql } = lectern.database;
const stage = new Stage(lectern);
const NEW_PASSWORD = 'another horse entirely';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

let count = 0;
const aPerson = () => aMember(lectern, `person-${(count += 1)}@example.com`);
const as = (cookie: string, where: TestLectern = lectern) => where.as({ cookie });
const signIn = (email: string, password: string, headers: object = {}) =>
  lectern.as(null).post('/api/auth/sign-in/email', { email, password }, { 'x-forwarded-for': aClientAddress(), ...headers });
const signedIn = async (email: string, headers: object = {}) =>
  cookieOf((await signIn(email, PASSWORD, headers)).headers['set-cookie']);
const changePassword = (cookie: string, currentPassword: string, newPassword: string, where = lectern) =>
  as(cookie, where).post('/api/auth/change-password', { currentPassword, newPassword });
const sessionsOf = async (cookie: string): Promise<OwnSession[]> =>
  ownSessionListSchema.parse((await as(cookie).get('/api/auth/sessions')).body).items;
const status = async (cookie: string, where = lectern) => (await as(cookie, where).get('/api/decks')).status;

beforeEach(() => sql`truncate rate_limits`);

describe('a new password', () => {
  it('is the only valid one, and all sessions but the new one end', async () => {
    await using other = await startLectern({ DATABASE_URL: lectern.database.url });
    const { email, cookie } = await aPerson();
    const elsewhere = await signedIn(email);
    const { body: deck } = await as(elsewhere).get('/api/decks');
    expect(deck).toBeDefined();
    const input = { streamId: crypto.randomUUID(), decks: [{ id: 'any', since: null }] };
    await using stream = await openStream(other.address, 'live.watch', { cookie: elsewhere, input });
    await stream.next();

    const answer = await changePassword(cookie, PASSWORD, NEW_PASSWORD);
    expect([answer.status, answer.body]).toMatchObject([200, { user: { email } }]);
    expect(answer.headers['cache-control']).toBe('no-store');
    const renewed = cookieOf(answer.headers['set-cookie']);
    expect(renewed).toMatch(/^lectern_session=/);
    expect(renewed).not.toBe(cookie);

    for (const where of [lectern, other]) {
      expect(await Promise.all([cookie, elsewhere, renewed].map((each) => status(each, where)))).toEqual([401, 401, 200]);
    }
    expect(await stream.next()).toMatchObject({ event: 'serialized-error', data: { data: { code: 'UNAUTHENTICATED' } } });
    expectRefusal(await signIn(email, PASSWORD), 'INVALID_CREDENTIALS');
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  it('ends the playback addresses of old sessions on every instance', async () => {
    await using other = await startLectern({ DATABASE_URL: lectern.database.url, DATA_DIR: lectern.dataDir });
    const { email, cookie } = await aPerson();
    const elsewhere = await signedIn(email);
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner, visibility: 'team' });
    const { baseUrl } = (await as(elsewhere).get(`/api/decks/${id}/playback`)).body as { baseUrl: string };
    const path = `${new URL(baseUrl).pathname}slides/1.html`;
    expect((await other.send({ path })).status).toBe(200);
    expect((await changePassword(cookie, PASSWORD, NEW_PASSWORD)).status).toBe(200);
    expect((await lectern.send({ path })).status).toBe(404);
    expect((await other.send({ path })).status).toBe(404);
  });

  it.each([
    [{}, 200],
    [{ endKeys: false, endRemotes: false }, 200],
    [{ endKeys: true }, 401],
  ] as const)('with %j: a request with an API key returns %i', async (also, expected) => {
    const { email } = await aPerson();
    const cookie = await signedIn(email);
    const { body } = await as(cookie).post('/api/keys', { name: 'x' });
    const authorization = `Bearer ${(body as { key: string }).key}`;
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, ...also };
    expectRefusal(
      await as(cookie).post('/api/auth/change-password', { ...change, currentPassword: 'wrong' }),
      'INVALID_CREDENTIALS',
    );
    expect((await lectern.as(null).get('/api/decks', { authorization })).status).toBe(200);
    expect((await as(cookie).post('/api/auth/change-password', change)).status).toBe(200);
    expect((await lectern.as(null).get('/api/decks', { authorization })).status).toBe(expected);
  });

  it.each(['sessions', 'api_keys', 'talk_pairings', 'audit_events'])(
    'changes nothing when writing to %s fails',
    async (table) => {
      const { presenter, talk } = await stage.aPresenter();
      await lectern.aPasswordOf(presenter);
      const api = as(presenter.cookie);
      const { body } = await api.post('/api/keys', { name: 'x' });
      const authorization = `Bearer ${(body as { key: string }).key}`;
      expect((await procedures(lectern, presenter).call('talks.pair', { talkId: talk.id })).status).toBe(200);
      const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, endKeys: true, endRemotes: true };
      const request = () => api.post('/api/auth/change-password', change);
      await sql`create or replace function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`;
      await sql`create trigger refuses before insert or delete on ${sql(table)} for each row execute function refuse()`;
      expectRefusal(await request(), 'INTERNAL');
      await sql`drop trigger refuses on ${sql(table)}`;
      const found = async () => [
        await status(presenter.cookie),
        (await lectern.as(null).get('/api/decks', { authorization })).status,
        (await sql`select 1 from talk_pairings where talk_id = ${talk.id}`).length,
      ];
      expect(await found()).toEqual([200, 200, 1]);
      const answer = await request();
      expect(answer.status).toBe(200);
      expect(await found()).toEqual([401, 401, 0]);
      expect(await status(cookieOf(answer.headers['set-cookie']))).toBe(200);
    },
  );

  it('is set once by two requests with the same current password at the same time', async () => {
    const { cookie, email } = await aPerson();
    const passwords = [NEW_PASSWORD, 'a third one, also long'];
    const answers = await Promise.all(passwords.map((each) => changePassword(cookie, PASSWORD, each)));
    const changed = answers.findIndex((answer) => answer.status === 200);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 401]));
    expect((await signIn(email, passwords[changed] ?? '')).status).toBe(200);
  });

  it('requires the current one', async () => {
    const { cookie } = await aPerson();
    const answer = await changePassword(cookie, 'not the password', NEW_PASSWORD);
    expectRefusal(answer, 'INVALID_CREDENTIALS');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await status(cookie)).toBe(200);
  });

  it.each([
    ['newPassword', { currentPassword: PASSWORD, newPassword: 'short' }],
    ['newPassword', { currentPassword: PASSWORD, newPassword: 'x'.repeat(129) }],
    ['newPassword', { currentPassword: PASSWORD, newPassword: 'with a \0 in it' }],
    ['newPassword', { currentPassword: PASSWORD }],
    ['currentPassword', { newPassword: NEW_PASSWORD }],
    ['currentPassword', { currentPassword: 5, newPassword: NEW_PASSWORD }],
  ])('is refused if %s is not valid', async (path, body) => {
    const { cookie } = await lectern.aUser();
    const { issues } = expectRefusal(await as(cookie).post('/api/auth/change-password', body), 'VALIDATION_FAILED');
    expect(issues).toMatchObject([{ path }]);
  });

  it('requires a session', async () => {
    const user = await lectern.aUser();
    const { body } = await lectern.as(user).post('/api/keys', { name: 'x' });
    const authorization = `Bearer ${(body as { key: string }).key}`;
    const passwords = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    expectRefusal(await lectern.as(null).post('/api/auth/change-password', passwords), 'UNAUTHENTICATED');
    expectRefusal(await lectern.as(user).post('/api/auth/change-password', passwords, { authorization }), 'UNAUTHENTICATED');
  });

  it('cannot be set by guessing the current one', async () => {
    const user = await lectern.aUser();
    const answers = [];
    // The new password is not valid, so that no password is hashed.
    for (let times = 0; times < 12; times += 1) answers.push(await changePassword(user.cookie, PASSWORD, 'short'));
    expect(answers.map((answer) => answer.status)).toEqual([...Array<number>(10).fill(400), 429, 429]);
    expectRefusal(answers.at(-1) as Answer, 'RATE_LIMITED');
  });

  it('ends sessions that the old one opens at the same moment', async () => {
    const { email, cookie } = await aPerson();
    const racers = Array.from({ length: 6 }, () => signIn(email, PASSWORD));
    const changed = await changePassword(cookie, PASSWORD, NEW_PASSWORD);
    expect(changed.status).toBe(200);
    const entered = (await Promise.all(racers)).filter((answer) => answer.status === 200);
    const cookies = entered.map((answer) => cookieOf(answer.headers['set-cookie']));
    expect(await Promise.all(cookies.map((each) => status(each)))).toEqual(cookies.map(() => 401));
    expect(await sessionsOf(cookieOf(changed.headers['set-cookie']))).toHaveLength(1);
  });

  it('is neither logged nor stored in plain text', async () => {
    const { email, cookie } = await aPerson();
    await changePassword(cookie, PASSWORD, 'a password that must stay secret');
    const rows = await sql`select a.* from accounts a join users u on u.id = a.user_id where u.email = ${email}`;
    expect(JSON.stringify(rows) + lectern.logged.join('')).not.toContain('a password that must stay secret');
  });
});

describe('the sessions of a user', () => {
  it('are listed with browser and system, without their secrets', async () => {
    const { email, cookie } = await aPerson();
    const there = await signedIn(email, { 'user-agent': FIREFOX });
    const answer = await as(there).get('/api/auth/sessions');
    const items = await sessionsOf(there);
    expect(items).toMatchObject([
      { browser: 'Firefox', system: 'Linux', current: true },
      { browser: null, system: null, current: false },
    ]);
    const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '';
    expect(token.length).toBeGreaterThan(20);
    expect(answer.text).not.toContain(token);
    expect(Object.keys(items[0] ?? {}).toSorted()).toEqual(['browser', 'createdAt', 'current', 'id', 'lastUsedAt', 'system']);
  });

  it('say when they were last used, to within five minutes', async () => {
    const user = await lectern.aUser();
    await sql`update sessions set updated_at = now() - interval '2 days' where id = ${user.sessionId}`;
    const since = Date.now();
    await lectern.as(user).get('/api/decks');
    const [first] = await sessionsOf(user.cookie);
    expectSince(since, first?.lastUsedAt);
    await lectern.as(user).get('/api/decks');
    expect((await sessionsOf(user.cookie))[0]?.lastUsedAt).toBe(first?.lastUsedAt);
  });

  it('can be ended one by one, immediately and on all instances', async () => {
    await using other = await startLectern({ DATABASE_URL: lectern.database.url });
    const user = await lectern.aUser();
    const elsewhere = await lectern.aSessionOf(user);
    const input = { streamId: crypto.randomUUID(), decks: [{ id: 'any', since: null }] };
    await using stream = await openStream(other.address, 'live.watch', { cookie: elsewhere.cookie, input });
    await stream.next();
    expect((await lectern.as(user).delete(`/api/auth/sessions/${elsewhere.sessionId}`)).status).toBe(204);
    expect([await status(elsewhere.cookie), await status(elsewhere.cookie, other), await status(user.cookie)]).toEqual([
      401, 401, 200,
    ]);
    expect(await stream.next()).toMatchObject({ event: 'serialized-error', data: { data: { code: 'UNAUTHENTICATED' } } });
    expectRefusal(await lectern.as(user).delete(`/api/auth/sessions/${elsewhere.sessionId}`), 'SESSION_NOT_FOUND');
  });

  it('can be ended all but the one of the request', async () => {
    const user = await lectern.aUser();
    const others = [await lectern.aSessionOf(user), await lectern.aSessionOf(user)];
    expect((await lectern.as(user).delete('/api/auth/sessions')).status).toBe(204);
    expect(await Promise.all([user, ...others].map(({ cookie }) => status(cookie)))).toEqual([200, 401, 401]);
  });

  it('are not visible to other users', async () => {
    const [user, admin] = [await lectern.aUser(), await lectern.aUser({ role: 'admin' })];
    expectRefusal(await lectern.as(admin).delete(`/api/auth/sessions/${user.sessionId}`), 'SESSION_NOT_FOUND');
    await lectern.as(admin).delete('/api/auth/sessions');
    expect(await status(user.cookie)).toBe(200);
    expect(await sessionsOf(admin.cookie)).toMatchObject([{ id: admin.sessionId, current: true }]);
  });

  it('are not listed after they have expired', async () => {
    const user = await lectern.aUser();
    const old = await lectern.aSessionOf(user);
    await sql`update sessions set expires_at = now() - interval '1 second' where id = ${old.sessionId}`;
    expect(await sessionsOf(user.cookie)).toHaveLength(1);
  });
});

describe('the name of a user', () => {
  it('can be changed by the user', async () => {
    const user = await lectern.aUser({ name: 'Ada' });
    const answer = await lectern.as(user).patch('/api/auth/user', { name: '  Ada Lovelace ' });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { id: user.id, email: user.email, name: 'Ada Lovelace', role: 'user' },
    ]);
    expect((await lectern.as(user).get('/api/auth/get-session')).body).toMatchObject({ user: { name: 'Ada Lovelace' } });
  });

  it.each([{}, { name: '' }, { name: ' ' }, { name: 'a\nb' }, { name: 'x'.repeat(129) }, { name: null }])(
    'is not changed to %j',
    async (body) => {
      expectRefusal(await lectern.as(await lectern.aUser()).patch('/api/auth/user', body), 'VALIDATION_FAILED');
    },
  );

  it('is the only field that changes', async () => {
    const user = await lectern.aUser();
    await lectern.as(user).patch('/api/auth/user', { name: 'Eve', role: 'admin', email: 'boss@example.com', disabledAt: null });
    expect(await sql`select name, role, email from users where id = ${user.id}`).toEqual([
      { name: 'Eve', role: 'user', email: user.email },
    ]);
  });
});
