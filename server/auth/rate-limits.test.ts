import { describe, expect, it } from 'vitest';
import type { Answer } from '#server/testing/exchange.ts';
import { startLectern, type TestLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';

/** Wrong in form, so that no password is hashed. */
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

describe('attempts to sign in', () => {
  it('are counted by address, and the answer says how many are left and when to come back', async () => {
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

  it('are not made new by an X-Forwarded-For that nobody vouches for', async () => {
    await using lectern = await startLectern();
    expect(limited(await hammer(lectern, '/api/auth/sign-in/email', 40, (at) => ({ 'x-forwarded-for': `10.0.0.${at}` })))).toBe(
      10,
    );
  });

  it('are counted by the address that a trusted proxy names, never by what stands left of it', async () => {
    await using lectern = await startLectern({ TRUST_PROXY: '1' });
    const path = '/api/auth/sign-in/email';
    expect(limited(await hammer(lectern, path, 40, (at) => ({ 'x-forwarded-for': `10.0.0.${at}` })))).toBe(0);
    expect(limited(await hammer(lectern, path, 40, (at) => ({ 'x-forwarded-for': `10.0.0.${at}, 192.0.2.1` })))).toBe(10);
  });

  it('are counted by account, wherever they come from', async () => {
    await using lectern = await startLectern({ TRUST_PROXY: '1' });
    const answers: Answer[] = [];
    for (let at = 0; at < 12; at += 1) {
      // Not a form that an address has: refused without a hash, after it was counted.
      const body = { email: at % 2 ? 'Somebody' : 'somebody', password: 'x' };
      answers.push(await lectern.as(null).post('/api/auth/sign-in/email', body, { 'x-forwarded-for': `10.0.1.${at}` }));
    }
    expect(limited(answers)).toBe(2);
  });
});

describe('attempts to join', () => {
  it('are counted by address', async () => {
    await using lectern = await startLectern();
    const answers = await hammer(lectern, '/api/auth/sign-up/email', 122);
    expect(limited(answers)).toBe(2);
    expectRefusal(answers[121] as Answer, 'RATE_LIMITED');
  });
});
