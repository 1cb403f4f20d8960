import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { needsOneInstance } from '#server/db/testing/instances.ts';
import { RateLimits } from './rate-limits.ts';
import type { Answer } from '#server/testing/exchange.ts';
import { aMember, cookieOf, PASSWORD } from '#server/testing/joining.ts';
import { startLectern, type TestLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';

/** Sends malformed requests, so that no password is hashed. */
async function hammer(
  lectern: TestLectern,
  path: string,
  times: number,
  headersOf: (at: number) => Record<string, string> = () => ({}),
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < times; at += 1) answers.push(await lectern.as(null).post(path, {}, headersOf(at)));
  return answers;
}

const limited = (answers: Answer[]) => answers.filter(({ status }) => status === 429).length;

it('counters are removed once their window has ended', async () => {
  await using lectern = await startLectern({ TRUST_PROXY: '1' });
  const { sql, db } = lectern.database;
  const keys = async () => (await sql<{ key: string }[]>`select key from rate_limits`).map(({ key }) => key);
  await hammer(lectern, '/api/auth/sign-in/email', 1, () => ({ 'x-forwarded-for': '192.0.2.1' }));
  const ended = await keys();
  expect(ended).toHaveLength(1);
  await hammer(lectern, '/api/auth/sign-in/email', 1, () => ({ 'x-forwarded-for': '192.0.2.2' }));
  await sql`update rate_limits set expire = now() - interval '1 second' where key in ${sql(ended)}`;
  // The server itself does this from time to time, too.
  await new RateLimits(db).removeExpired();
  const left = await keys();
  expect(left).toHaveLength(1);
  expect(left).not.toEqual(ended);
});

describe('attempts to sign in', () => {
  it('are counted by address, and the answer says how many are left and when to retry', async () => {
    await using lectern = await startLectern();
    const answers = await hammer(lectern, '/api/auth/sign-in/email', 31);
    expect(answers[0]?.headers).toMatchObject({
      'ratelimit-policy': '"sign-in-address";q=30;w=60',
      ratelimit: expect.stringMatching(/^"sign-in-address";r=29;t=\d+$/),
    });
    expect(answers.slice(0, 30).map(({ status }) => status)).toEqual(Array(30).fill(400));
    const [last] = answers.slice(-1);
    expectRefusal(last as Answer, 'RATE_LIMITED');
    const wait = Number(last?.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(last?.headers['ratelimit']).toMatch(/;r=0;/);
  });

  it('that are refused leave one event per limit and window, not one per attempt', async () => {
    await using lectern = await startLectern({ TRUST_PROXY: '1' });
    const { sql } = lectern.database;
    const path = '/api/auth/sign-in/email';
    const guess = (email: string, from: string) =>
      lectern.as(null).post(path, { email, password: 'x' }, { 'x-forwarded-for': from });
    const guesses = async (email: string, from: string, times: number) => {
      const first = await guess(email, from);
      // On a busy machine, the other guesses may take longer than the window.
      await sql`update rate_limits set expire = now() + interval '1 hour'`;
      return [first, ...(await Promise.all(Array.from({ length: times - 1 }, () => guess(email, from))))];
    };
    const events = () => sql`
      select address, details ->> 'email' as email from audit_events where kind = 'session.limited' order by address, email`;
    expect(limited(await guesses('a@example.com', '192.0.2.1', 25))).toBe(15);
    expect(await events()).toEqual([{ address: '192.0.2.1', email: 'a@example.com' }]);
    expect(limited(await guesses('b@example.com', '192.0.2.1', 25))).toBe(20);
    expect(await events()).toEqual([
      { address: '192.0.2.1', email: 'a@example.com' },
      { address: '192.0.2.1', email: null },
    ]);
    await sql`update rate_limits set expire = now() - interval '1 second'`;
    expect(limited(await guesses('a@example.com', '192.0.2.1', 25))).toBe(15);
    expect(await events()).toHaveLength(3);
  });

  it('are not reset by an X-Forwarded-For header from an untrusted client', async () => {
    await using lectern = await startLectern();
    expect(limited(await hammer(lectern, '/api/auth/sign-in/email', 40, (at) => ({ 'x-forwarded-for': `10.0.0.${at}` })))).toBe(
      10,
    );
  });

  it('are counted by the address that a trusted proxy names, never by those to its left', async () => {
    await using lectern = await startLectern({ TRUST_PROXY: '1' });
    const path = '/api/auth/sign-in/email';
    expect(limited(await hammer(lectern, path, 40, (at) => ({ 'x-forwarded-for': `10.0.0.${at}` })))).toBe(0);
    expect(limited(await hammer(lectern, path, 40, (at) => ({ 'x-forwarded-for': `10.0.0.${at}, 192.0.2.1` })))).toBe(10);
  });

  it('count an IPv6 network as one address', async () => {
    await using lectern = await startLectern({ TRUST_PROXY: '1' });
    const path = '/api/auth/sign-in/email';
    const within = await hammer(lectern, path, 40, (at) => ({ 'x-forwarded-for': `2001:db8:1:2:${at}::${at}` }));
    expect(limited(within)).toBe(10);
    const joining = await hammer(lectern, '/api/auth/sign-up/email', 122, (at) => ({ 'x-forwarded-for': `2001:db8:1:2::${at}` }));
    expect(limited(joining)).toBe(2);
    const others = await hammer(lectern, path, 3, (at) => ({ 'x-forwarded-for': `2001:db8:1:${at + 3}::1` }));
    expect(limited(others)).toBe(0);
  });
});

it.skipIf(needsOneInstance('each instance has its own queue for password hashes'))(
  'a sign-in is refused before it counts as an attempt while too many wait for a password hash',
  async () => {
    await using lectern = await startLectern({ TRUST_PROXY: '1' });
    const path = '/api/auth/sign-in/email';
    const refused: Answer[] = [];
    let attempts: Promise<Answer>[] = [];
    await lectern.database.sql.begin(async (tx) => {
      // Attempts that have their turn wait for this table, and so all others wait for their turn.
      await tx`lock table rate_limits in exclusive mode`;
      attempts = Array.from({ length: 80 }, async (_, at) => {
        const answer = await lectern.as(null).post(path, {}, { 'x-forwarded-for': `10.0.0.${at}` });
        if (answer.status === 503) refused.push(answer);
        return answer;
      });
      // 64 wait, and at most 4 have their turn.
      await eventually(() => refused.length >= 80 - 64 - 4);
    });
    const admitted = (await Promise.all(attempts)).filter((answer) => answer.status !== 503);
    expect(admitted.map(({ status }) => status)).toEqual(Array(admitted.length).fill(400));
    expect(await lectern.database.sql`select key from rate_limits`).toHaveLength(admitted.length);
    for (const answer of refused) {
      expectRefusal(answer, 'UNAVAILABLE');
      expect(answer.headers['ratelimit']).toBeUndefined();
    }
  },
);

describe('guesses at an account', () => {
  /** Uses an invalid email address by default: it is refused without a hash, after it was counted. */
  const guess = (lectern: TestLectern, from: string, email = 'somebody', headers: Record<string, string> = {}) =>
    lectern.as(null).post('/api/auth/sign-in/email', { email, password: 'wrong' }, { 'x-forwarded-for': from, ...headers });

  it('from one network are refused after ten, and other networks are not affected', async () => {
    await using lectern = await startLectern({ TRUST_PROXY: '1' });
    const user = await lectern.aUser();
    await lectern.aPasswordOf(user);
    const wrong = [];
    for (let at = 0; at < 12; at += 1)
      wrong.push(await guess(lectern, '192.0.2.1', at % 2 ? user.email.toUpperCase() : user.email));
    expect(wrong.map(({ status }) => status)).toEqual([...Array<number>(10).fill(401), 429, 429]);
    const right = (from: string) =>
      lectern.as(null).post('/api/auth/sign-in/email', { email: user.email, password: PASSWORD }, { 'x-forwarded-for': from });
    expectRefusal(await right('192.0.2.1'), 'RATE_LIMITED');
    for (let at = 0; at < 12; at += 1) expect((await right('198.51.100.7')).status).toBe(200);
  });

  it('from many networks are refused after thirty in 15 minutes, except from browsers that the account knows', async () => {
    await using lectern = await startLectern({ TRUST_PROXY: '1' });
    const member = await aMember(lectern, 'member@example.com');
    const other = await aMember(lectern, 'other@example.com');
    const signIn = (email: string, headers: Record<string, string>) =>
      lectern.as(null).post('/api/auth/sign-in/email', { email, password: PASSWORD }, headers);
    const entered = await signIn(member.email, { 'x-forwarded-for': '198.51.100.1' });
    const device = entered.headers['set-cookie']?.find((line) => line.startsWith('lectern_device='));
    expect(device).toMatch(/; Path=\/api\/auth\/sign-in; HttpOnly; SameSite=Lax$/);
    const cookie = cookieOf([device ?? '']);
    const others = await signIn(other.email, { 'x-forwarded-for': '198.51.100.2', cookie });
    const shared = cookieOf(others.headers['set-cookie']?.slice(1));

    await lectern.database.sql`truncate rate_limits`;
    const answers: Answer[] = [];
    for (let at = 0; at < 32; at += 1) answers.push(await guess(lectern, `203.0.113.${at}`, ` ${member.email}`));
    expect(limited(answers)).toBe(2);
    expectRefusal(await signIn(member.email, { 'x-forwarded-for': '203.0.113.200' }), 'RATE_LIMITED');
    // Neither the entry of another account nor a made-up one is accepted for this account.
    const foreign = cookieOf((await signIn(other.email, { 'x-forwarded-for': '198.51.100.3' })).headers['set-cookie']?.slice(1));
    for (const bad of [foreign, 'lectern_device=x.y', 'lectern_device=', `${cookie}x`])
      expectRefusal(await signIn(member.email, { 'x-forwarded-for': '203.0.113.201', cookie: bad }), 'RATE_LIMITED');
    for (const good of [cookie, shared])
      expect((await signIn(member.email, { 'x-forwarded-for': '203.0.113.202', cookie: good })).status).toBe(200);
    // Such a browser may guess no more often than a network may.
    const guesses: Answer[] = [];
    for (let at = 0; at < 12; at += 1) guesses.push(await guess(lectern, `198.18.0.${at}`, member.email, { cookie }));
    expect(limited(guesses)).toBe(2);
  });
});

it('work that is one at a time has its turn for as long as it goes on, and for minutes if its process is killed', async () => {
  await using lectern = await startLectern();
  const { sql, db } = lectern.database;
  const limits = new RateLimits(db);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const isExtended = async () => (await sql`select from rate_limits where expire > now() + interval '1 minute'`).length === 1;
  const turn = await limits.takeTurn('archiveUnderWay', 'somebody');
  await sql`update rate_limits set expire = now() + interval '59 seconds'`;
  vi.advanceTimersByTime(30_000);
  await eventually(isExtended);
  await expect(limits.takeTurn('archiveUnderWay', 'somebody')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await turn[Symbol.asyncDispose]();
  expect(vi.getTimerCount()).toBe(0);
  // As if the process of this one had been killed.
  await limits.takeTurn('archiveUnderWay', 'somebody');
  await sql`update rate_limits set expire = now() - interval '1 second'`;
  await using next = await limits.takeTurn('archiveUnderWay', 'somebody');
  expect(next).toBeDefined();
});

describe('attempts to join', () => {
  it('are counted by address', async () => {
    await using lectern = await startLectern();
    const answers = await hammer(lectern, '/api/auth/sign-up/email', 122);
    expect(limited(answers)).toBe(2);
    expectRefusal(answers[121] as Answer, 'RATE_LIMITED');
  });
});
