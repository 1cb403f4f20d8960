import { describe, expect, it } from 'vitest';
import { aLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { anApp } from '#server/testing/second-factors.ts';
import type { TestUser } from '#server/testing/people.ts';

describe('REQUIRE_TWO_FACTOR=admins', async () => {
  const lectern = await aLectern({ REQUIRE_TWO_FACTOR: 'admins' });
  const withheldOf = async (user: TestUser) =>
    ((await lectern.as(user).get('/api/auth/get-session')).body as { withheld: string | null }).withheld;
  const keyOf = async (user: TestUser) =>
    ((await lectern.as(user).post('/api/keys', { name: 'A script' })).body as { key: string }).key;

  it('refuses operations of admins who have no second factor, in sessions that they have already, until they set one up', async () => {
    const admin = await lectern.aUser({ role: 'admin' });
    const api = lectern.as(admin);
    for (const path of ['/api/admin/users', '/api/admin/invites', '/api/admin/audit'])
      expectRefusal(await api.get(path), 'TWO_FACTOR_SETUP_REQUIRED');
    expectRefusal(await api.post('/api/admin/invites', {}), 'TWO_FACTOR_SETUP_REQUIRED');
    expect(await withheldOf(admin)).toBe('admin rights');
    expect((await api.get('/api/decks')).status).toBe(200);
    await anApp(lectern, admin);
    expect((await api.get('/api/admin/users')).status).toBe(200);
    expect(await withheldOf(admin)).toBeNull();
    expect((await api.post('/api/me/authenticator-app/remove', {})).status).toBe(204);
    expectRefusal(await api.get('/api/admin/users'), 'TWO_FACTOR_SETUP_REQUIRED');
  });

  it('gives such an admin the rights of other users to decks, also with an API key', async () => {
    const [admin, owner] = [await lectern.aUser({ role: 'admin' }), await lectern.aUser()];
    const { id } = await lectern.aDeck({ owner });
    const key = { authorization: `Bearer ${await keyOf(admin)}` };
    const rename = { title: 'Renamed' };
    expectRefusal(await lectern.as(admin).get(`/api/decks/${id}`), 'DECK_NOT_FOUND');
    expectRefusal(await lectern.as(null).get(`/api/decks/${id}`, key), 'DECK_NOT_FOUND');
    expectRefusal(await lectern.as(null).patch(`/api/decks/${id}`, rename, key), 'DECK_NOT_FOUND');
    await anApp(lectern, admin);
    expect((await lectern.as(admin).patch(`/api/decks/${id}`, rename)).status).toBe(200);
    expect((await lectern.as(null).get(`/api/decks/${id}`, key)).status).toBe(200);
  });

  it('asks nothing of other users', async () => {
    const user = await lectern.aUser();
    expect(await withheldOf(user)).toBeNull();
    expectRefusal(await lectern.as(user).get('/api/admin/users'), 'FORBIDDEN');
  });
});

describe('REQUIRE_TWO_FACTOR=all', async () => {
  const lectern = await aLectern({ REQUIRE_TWO_FACTOR: 'all' });

  it('refuses everything except what a user does with their own account', async () => {
    const user = await lectern.aUser();
    const api = lectern.as(user);
    for (const path of ['/api/decks', '/api/me', '/api/keys', '/api/search?q=x', '/api/admin/users'])
      expectRefusal(await api.get(path), 'TWO_FACTOR_SETUP_REQUIRED');
    expect((await api.get('/api/auth/get-session')).body).toMatchObject({ withheld: 'everything', user: { id: user.id } });
    expect((await api.get('/api/auth/sessions')).status).toBe(200);
    await anApp(lectern, user);
    expect((await api.get('/api/decks')).status).toBe(200);
  });

  it('refuses API keys of users without a second factor', async () => {
    const user = await lectern.aUser();
    await anApp(lectern, user);
    const { key } = (await lectern.as(user).post('/api/keys', { name: 'A script' })).body as { key: string };
    const headers = { authorization: `Bearer ${key}` };
    expect((await lectern.as(null).get('/api/decks', headers)).status).toBe(200);
    await lectern.as(user).post('/api/me/authenticator-app/remove', {});
    expectRefusal(await lectern.as(null).get('/api/decks', headers), 'TWO_FACTOR_SETUP_REQUIRED');
  });
});
