import { describe, expect, it } from 'vitest';
import { aLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { expectSince } from '#server/testing/moments.ts';
import { playbackSchema } from '#shared/playback.ts';

const lectern = await aLectern();
const [owner, guest] = [await lectern.aUser(), await lectern.aUser()];
const own = lectern.as(owner);
const nobody = lectern.as(null);
const SLIDE = 'slides/1.html';

async function open(user: { cookie: string }, id: string): Promise<string> {
  const { body } = await lectern.as(user).get(`/api/decks/${id}/playback`);
  return new URL(playbackSchema.parse(body).baseUrl).pathname;
}
const plays = async (address: string) => (await nobody.get(`${address}${SLIDE}`)).status === 200;

describe('the address of a deck', () => {
  it('works without cookies, starts with the requested host, and is not cached', async () => {
    const { id } = await lectern.aDeck({ owner });
    const since = Date.now();
    const answer = await own.get(`/api/decks/${id}/playback`);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { baseUrl, expiresAt } = playbackSchema.parse(answer.body);
    expect(baseUrl).toMatch(new RegExp(`^${lectern.address}/play/[\\w-]{43}/$`));
    expectSince(since, expiresAt, 12 * 3_600_000);
    expect(await plays(new URL(baseUrl).pathname)).toBe(true);
    const foreign = await own.get(`/api/decks/${id}/playback`, { host: 'evil.example' });
    expect(playbackSchema.parse(foreign.body).baseUrl).toMatch(/^http:\/\/localhost:/);
  });

  it('stays the same when asked for again, and differs between sessions', async () => {
    const { id } = await lectern.aDeck({ owner });
    const first = await open(owner, id);
    expect(await open(owner, id)).toBe(first);
    const elsewhere = await lectern.aSessionOf(owner);
    expect(await open(elsewhere, id)).not.toBe(first);
  });

  it('is the same for concurrent requests', async () => {
    const { id } = await lectern.aDeck({ owner });
    const addresses = await Promise.all(Array.from({ length: 10 }, () => open(owner, id)));
    expect(new Set(addresses).size).toBe(1);
  });

  it('is refused for a version that the deck does not have', async () => {
    const [mine, other] = [await lectern.aDeck({ owner }), await lectern.aDeck({ owner })];
    expect((await own.get(`/api/decks/${mine.id}/playback?versionId=${mine.currentVersionId}`)).status).toBe(200);
    for (const versionId of ['none', other.currentVersionId])
      expectRefusal(await own.get(`/api/decks/${mine.id}/playback?versionId=${versionId}`), 'VERSION_NOT_FOUND');
    for (const versionId of ['', '%00', 'a&versionId=b'])
      expectRefusal(await own.get(`/api/decks/${mine.id}/playback?versionId=${versionId}`), 'VALIDATION_FAILED');
  });

  it('appears only in the response: not in the log, not in the database', async () => {
    const { id } = await lectern.aDeck({ owner });
    const address = await open(owner, id);
    await nobody.get(`${address}${SLIDE}`);
    await nobody.get(`${lectern.address}${address}${SLIDE}`);
    await nobody.get(`${address.replace('/play', '/PLAY')}${SLIDE}`);
    await nobody.get(`${address}nothing`);
    const token = address.split('/')[2] ?? '';
    expect(lectern.logged.join('\n')).not.toContain(token);
    expect(lectern.logged.join('\n')).toContain('/play/…');
    expect(await lectern.database.sql`select 1 from playback_grants where token_hash = ${token}`).toHaveLength(0);
  });
});

describe('an address is revoked at once', () => {
  it('when its session signs out, and other sessions keep theirs', async () => {
    const { id } = await lectern.aDeck({ owner });
    const elsewhere = await lectern.aSessionOf(owner);
    const [ending, staying] = [await open(elsewhere, id), await open(owner, id)];
    expect(await plays(ending)).toBe(true);
    await lectern.as(elsewhere).post('/api/auth/sign-out');
    expect([await plays(ending), await plays(staying)]).toEqual([false, true]);
  });

  it('when the deck is deleted', async () => {
    const { id } = await lectern.aDeck({ owner });
    const address = await open(owner, id);
    await own.delete(`/api/decks/${id}`);
    expect(await plays(address)).toBe(false);
  });

  it('for guests when the deck is no longer shared with the team, and works again when it is', async () => {
    const { id } = await lectern.aDeck({ owner, visibility: 'team' });
    const [theirs, mine] = [await open(guest, id), await open(owner, id)];
    await own.patch(`/api/decks/${id}`, { visibility: 'private' });
    expect([await plays(theirs), await plays(mine)]).toEqual([false, true]);
    await own.patch(`/api/decks/${id}`, { visibility: 'team' });
    expect(await plays(theirs)).toBe(true);
  });

  it('when its user is disabled or no longer an admin, or when it expires', async () => {
    const { sql } = lectern.database;
    const admin = lectern.as(await lectern.aUser({ role: 'admin' }));
    const [blocked, demoted] = [await lectern.aUser(), await lectern.aUser({ role: 'admin' })];
    const shared = await lectern.aDeck({ owner, visibility: 'team' });
    const secret = await lectern.aDeck({ owner });
    const [first, second, third] = [await open(blocked, shared.id), await open(demoted, secret.id), await open(owner, secret.id)];
    expect([await plays(first), await plays(second)]).toEqual([true, true]);
    await admin.patch(`/api/admin/users/${blocked.id}`, { disabled: true });
    await admin.patch(`/api/admin/users/${demoted.id}`, { role: 'user' });
    await sql`update playback_grants set expires_at = now() where session_id = ${owner.sessionId}`;
    expect([await plays(first), await plays(second), await plays(third)]).toEqual([false, false, false]);
  });
});

describe('an invalid token', () => {
  it.each(['x', '%00', 'a'.repeat(43), '..', '%2e%2e', '%F0%9F%8E%89', "'--", 'bridge.js'])('%s opens nothing', async (token) => {
    const answer = await nobody.get(`/play/${token}/${SLIDE}`);
    expectRefusal(answer, 'NOT_FOUND');
    expect(answer.headers['content-security-policy']).toMatch(/sandbox allow-scripts|default-src 'none'/);
  });

  it('cannot inject anything into the headers', async () => {
    const answer = await nobody.get(`/play/${encodeURIComponent("x; script-src * 'unsafe-inline', y\r\nX-Injected: 1")}/a`);
    expect(answer.status).toBe(404);
    expect(answer.headers['x-injected']).toBeUndefined();
    expect(answer.headers['content-security-policy']).not.toContain('script-src *');
  });
});
