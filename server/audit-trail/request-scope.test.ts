import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { PASSWORD } from '#server/testing/joining.ts';
import { aLectern } from '#server/testing/lectern.ts';

const lectern = await aLectern();
const owner = await lectern.aUser({ role: 'admin' });

interface Recorded {
  readonly msg: string;
  readonly requestId?: string;
  readonly personId?: string;
}

/** The records of a request, once its line has been written. */
async function recordsOf({ headers }: { headers: Record<string, unknown> }): Promise<Recorded[]> {
  const id = String(headers['x-request-id']);
  const records = () => lectern.logged.filter((line) => line.includes(id)).map((line) => JSON.parse(line) as Recorded);
  await eventually(() => records().some(({ msg }) => msg === 'request'));
  return records();
}

describe('the records of a request', () => {
  it('name it and who has sent it: its line, events and everything else', async () => {
    const answer = await lectern.as(owner).post('/api/keys', { name: 'Nightly' });
    expect(answer.status).toBe(201);
    const records = await recordsOf(answer);
    expect(records.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['security event', 'request']));
    for (const record of records) expect(record).toMatchObject({ requestId: answer.headers['x-request-id'], personId: owner.id });
  });

  it('name the owner of an API key', async () => {
    const { body } = await lectern.as(owner).post('/api/keys', { name: 'Weekly' });
    const { key } = body as { key: string };
    const answer = await lectern.as(null).get('/api/decks', { authorization: `Bearer ${key}` });
    expect(await recordsOf(answer)).toMatchObject([{ msg: 'request', personId: owner.id }]);
  });

  it('name nobody without a session, whatever address was tried', async () => {
    const answer = await lectern.as(null).post('/api/auth/sign-in/email', { email: owner.email, password: 'not the password' });
    for (const record of await recordsOf(answer)) expect(record).not.toHaveProperty('personId');
  });

  it('contain no password, key, cookie or address of a deck', async () => {
    await lectern.aPasswordOf(owner);
    const entered = await lectern.as(null).post('/api/auth/sign-in/email', { email: owner.email, password: PASSWORD });
    const { body } = await lectern.as(owner).post('/api/keys', { name: 'Hourly' });
    const { key } = body as { key: string };
    await lectern.as(null).get(`/api/decks?key=${key}`, { authorization: `Bearer ${key}` });
    const deck = await lectern.aDeck({ owner });
    const played = await lectern.as(owner).get(`/api/decks/${deck.id}/playback`);
    const { baseUrl } = played.body as { baseUrl: string };
    const [, token = ''] = /\/play\/([^/]+)\//.exec(baseUrl) ?? [];
    await recordsOf(await lectern.as(owner).get(`${new URL(baseUrl).pathname}slides/1.html`));
    const [cookie = ''] = entered.headers['set-cookie'] ?? [];
    const secrets = [
      PASSWORD,
      key,
      token,
      decodeURIComponent(cookie.split(/[=;]/)[1] ?? ''),
      decodeURIComponent(owner.cookie.split('=')[1] ?? ''),
    ];
    const whole = lectern.logged.join('\n');
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(10);
      expect(whole).not.toContain(secret);
    }
  });
});
