import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { aLectern } from '#server/testing/lectern.ts';
import type { TestUser } from '#server/testing/people.ts';
import { PASSWORD } from '#server/testing/joining.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { expectSince } from '#server/testing/moments.ts';
import { keyListSchema, newApiKeySchema } from '#shared/keys.ts';

type NewKey = z.infer<typeof newApiKeySchema>;

const lectern = await aLectern();
const owner = await lectern.aUser();
const api = lectern.as(owner);
const anonymous = lectern.as(null);
const { sql } = lectern.database;

async function aKey(wish: object = {}, whose: TestUser = owner): Promise<NewKey> {
  const answer = await lectern.as(whose).post('/api/keys', { name: 'A script', ...wish });
  expect(answer.status).toBe(201);
  return newApiKeySchema.parse(answer.body);
}

const bearer = ({ key }: { key: string }) => ({ authorization: `Bearer ${key}` });
const listed = async () => keyListSchema.parse((await api.get('/api/keys?limit=100')).body).items;
const find = async ({ id }: NewKey) => (await listed()).find((each) => each.id === id);

describe('a new key', () => {
  it('is returned once and stored as a hash', async () => {
    const answer = await api.post('/api/keys', { name: '  Nightly upload ' });
    expect([answer.status, answer.headers['cache-control'], answer.headers.etag]).toEqual([201, 'no-store', undefined]);
    const { key, ...shown } = newApiKeySchema.parse(answer.body);
    expect(key).toMatch(/^lectern_[\w-]{43}$/);
    expect(shown).toMatchObject({
      name: 'Nightly upload',
      access: 'full',
      expiresAt: null,
      lastUsedAt: null,
      prefix: key.slice(0, shown.prefix.length),
    });
    expect(shown.prefix.length).toBeGreaterThan('lectern_'.length);
    expect(await listed()).toContainEqual(shown);
    const [row] = await sql`select * from api_keys where id = ${shown.id}`;
    expect(JSON.stringify(row)).not.toContain(key.slice(shown.prefix.length));
    expect(row?.['secret_hash']).toBe(createHash('sha256').update(key).digest('hex'));
    expect(lectern.logged.join('\n')).not.toContain(key);
  });

  it.each([
    {},
    { name: '' },
    { name: 'x'.repeat(129) },
    { access: 'admin' },
    { expiresInDays: 0 },
    { expiresInDays: 1.5 },
    { expiresInDays: '30' },
    { expiresInDays: 99_999 },
  ])('is not created from %j', async (wish) => {
    expectRefusal(
      await api.post('/api/keys', 'name' in wish || Object.keys(wish).length === 0 ? wish : { name: 'x', ...wish }),
      'VALIDATION_FAILED',
    );
  });
});

describe('a key that is created more than an hour after signing in', () => {
  const anOldSession = async () => {
    const user = await lectern.aUser();
    await lectern.aPasswordOf(user);
    await sql`update sessions set created_at = now() - interval '61 minutes' where id = ${user.sessionId}`;
    return user;
  };

  it('requires the password again', async () => {
    const user = await anOldSession();
    const ask = (wish: object) => lectern.as(user).post('/api/keys', { name: 'x', ...wish });
    expectRefusal(await ask({}), 'REAUTHENTICATION_REQUIRED');
    expectRefusal(await ask({ password: 'not the password' }), 'INVALID_CREDENTIALS');
    expect(await sql`select 1 from api_keys where user_id = ${user.id}`).toHaveLength(0);
    expect((await ask({ password: PASSWORD })).status).toBe(201);
    // The next request requires it again: the confirmation is not stored.
    expectRefusal(await ask({}), 'REAUTHENTICATION_REQUIRED');
    await sql`update sessions set created_at = now() - interval '59 minutes' where id = ${user.sessionId}`;
    expect((await ask({})).status).toBe(201);
  });

  it('cannot be created by guessing the password', async () => {
    const user = await anOldSession();
    const statuses: number[] = [];
    await sql`update accounts set password = null where user_id = ${user.id}`;
    for (let times = 0; times < 12; times += 1)
      statuses.push((await lectern.as(user).post('/api/keys', { name: 'x', password: 'wrong' })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });
});

describe('a key', () => {
  it('authenticates its user', async () => {
    const key = await aKey();
    const deck = await lectern.aDeck({ owner });
    expect((await anonymous.get(`/api/decks/${deck.id}`, bearer(key))).body).toMatchObject({ permissions: { edit: true } });
    expect((await anonymous.patch(`/api/decks/${deck.id}`, { title: 'By key' }, bearer(key))).status).toBe(200);
    const theirs = await lectern.aDeck({ owner: await lectern.aUser() });
    expectRefusal(await anonymous.get(`/api/decks/${theirs.id}`, bearer(key)), 'DECK_NOT_FOUND');
  });

  it('works from other origins, and replaces the cookie', async () => {
    const key = await aKey();
    const deck = await lectern.aDeck({ owner });
    const elsewhere = { ...bearer(key), origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    expect((await anonymous.put(`/api/decks/${deck.id}/notes/0`, { body: 'x' }, elsewhere)).status).toBe(200);
    // With an invalid or malformed key, the cookie in the same request is ignored.
    for (const authorization of ['Bearer lectern_wrong', 'Bearer', 'Bearer ', 'bearer a b', `Bearer ${key.key} more`]) {
      expectRefusal(await api.get('/api/decks', { authorization }), 'UNAUTHENTICATED');
      expect((await api.get('/api/auth/get-session', { authorization })).body).toBeNull();
      expectRefusal(await api.post('/api/auth/sign-out', undefined, { authorization }), 'UNAUTHENTICATED');
    }
    expect((await api.get('/api/decks', { authorization: 'Basic eDp5' })).status).toBe(200);
  });

  it('says when it was last used, to the minute', async () => {
    const key = await aKey();
    const since = Date.now();
    await anonymous.get('/api/decks', bearer(key));
    const first = (await find(key))?.lastUsedAt;
    expectSince(since, first);
    await anonymous.get('/api/decks', bearer(key));
    expect((await find(key))?.lastUsedAt).toBe(first);
    await sql`update api_keys set last_used_at = now() - interval '2 minutes' where id = ${key.id}`;
    await anonymous.get('/api/decks', bearer(key));
    expect(Date.parse((await find(key))?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''));
  });

  it('ends when it expires', async () => {
    const key = await aKey({ expiresInDays: 1 });
    expect(Date.parse(key.expiresAt ?? '') - Date.parse(key.createdAt)).toBe(24 * 60 * 60 * 1000);
    expect((await anonymous.get('/api/decks', bearer(key))).status).toBe(200);
    await sql`update api_keys set expires_at = now() where id = ${key.id}`;
    expectRefusal(await anonymous.get('/api/decks', bearer(key)), 'UNAUTHENTICATED');
  });

  it('ends when its owner revokes it; no other user can', async () => {
    const key = await aKey();
    expectRefusal(await lectern.as(await lectern.aUser({ role: 'admin' })).delete(`/api/keys/${key.id}`), 'KEY_NOT_FOUND');
    expect((await api.delete(`/api/keys/${key.id}`)).status).toBe(204);
    expectRefusal(await anonymous.get('/api/decks', bearer(key)), 'UNAUTHENTICATED');
    expectRefusal(await api.delete(`/api/keys/${key.id}`), 'KEY_NOT_FOUND');
    expect(await find(key)).toBeUndefined();
  });

  it('is not visible to other users', async () => {
    const key = await aKey();
    const { items } = keyListSchema.parse((await lectern.as(await lectern.aUser({ role: 'admin' })).get('/api/keys')).body);
    expect(items.map(({ id }) => id)).not.toContain(key.id);
  });
});

describe('a key with read access', () => {
  it('can read and play decks, and change nothing', async () => {
    const key = await aKey({ access: 'read' });
    const { id, currentVersionId } = await lectern.aDeck({ owner });
    for (const path of ['', '/blob', '/notes', '/annotations', '/versions', '/playback'])
      expect((await anonymous.get(`/api/decks/${id}${path}`, bearer(key))).status).toBe(200);
    const changes = [
      await anonymous.patch(`/api/decks/${id}`, { title: 'x' }, bearer(key)),
      await anonymous.delete(`/api/decks/${id}`, bearer(key)),
      await anonymous.put(`/api/decks/${id}/notes/0`, { body: 'x' }, bearer(key)),
      await anonymous.post(`/api/decks/${id}/versions/${currentVersionId}/restore`, undefined, bearer(key)),
      await anonymous.send('POST', '/api/decks', { headers: { ...bearer(key), 'content-type': 'text/plain' }, body: 'x' }),
    ];
    for (const answer of changes) expectRefusal(answer, 'FORBIDDEN');
  });
});

describe('an operation that requires a session', () => {
  it('refuses even the keys of admins', async () => {
    const admin = await lectern.aUser({ role: 'admin' });
    const key = await aKey({}, admin);
    const asked = [
      await anonymous.get('/api/keys', bearer(key)),
      await anonymous.post('/api/keys', { name: 'another' }, bearer(key)),
      await anonymous.delete(`/api/keys/${key.id}`, bearer(key)),
      await anonymous.get('/api/admin/users', bearer(key)),
      await anonymous.post('/api/admin/invites', { role: 'admin' }, bearer(key)),
      await anonymous.patch(`/api/admin/users/${owner.id}`, { role: 'admin' }, bearer(key)),
      await anonymous.post('/api/auth/sign-out', undefined, bearer(key)),
    ];
    for (const answer of asked) expectRefusal(answer, 'UNAUTHENTICATED');
    expect((await anonymous.get('/api/auth/get-session', bearer(key))).body).toBeNull();
  });
});
