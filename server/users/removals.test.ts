import { describe, expect, it } from 'vitest';
import { openStream } from '#server/testing/event-stream.ts';
import { insertBareDecks } from '#server/testing/bare-decks.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { PASSWORD } from '#server/testing/joining.ts';
import type { TestUser } from '#server/testing/people.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { newApiKeySchema } from '#shared/keys.ts';
import { DECKS_MAX } from '#shared/limits.ts';

const PATH = '/api/me/remove';
const lectern = await aLectern();
const { sql } = lectern.database;

const remove = (user: TestUser, decksTo: string | null, more: object = {}) => lectern.as(user).post(PATH, { decksTo, ...more });
const exists = async ({ id }: TestUser) => (await sql`select from users where id = ${id}`).length > 0;
const ownerOf = async (deckId: string) => {
  const [deck] = await sql<{ owner: string }[]>`select owner_id as owner from decks where id = ${deckId}`;
  return deck?.owner ?? null;
};

describe('users who remove themselves', () => {
  it('lose sessions, keys and streams at once', async () => {
    const user = await lectern.aUser();
    const other = await lectern.aSessionOf(user);
    const { key } = newApiKeySchema.parse((await lectern.as(user).post('/api/keys', { name: 'x' })).body);
    await using stream = await openStream(lectern.address, 'live.watch', {
      headers: { cookie: other.cookie },
      input: { streamId: 'of-the-removed', decks: [] },
    });
    await stream.next();
    expect((await remove(user, null)).status).toBe(204);
    for (const { cookie } of [user, other]) expectRefusal(await lectern.as({ cookie }).get('/api/decks'), 'UNAUTHENTICATED');
    expectRefusal(await lectern.as(null).get('/api/decks', { authorization: `Bearer ${key}` }), 'UNAUTHENTICATED');
    // The stream ends.
    while ((await stream.next()) !== null);
    expect(await exists(user)).toBe(false);
  });

  it('leave what they have written on decks of others under “Removed user”', async () => {
    const [user, other] = [await lectern.aUser(), await lectern.aUser()];
    const { id } = await lectern.aDeck({ owner: other, visibility: 'team' });
    await lectern.as(user).put(`/api/decks/${id}/notes/0`, { body: 'still here' });
    await remove(user, null);
    expect((await lectern.as(other).get(`/api/decks/${id}/notes`)).body).toMatchObject({
      items: [{ body: 'still here', updatedBy: { id: '', name: 'Removed user' } }],
    });
  });

  it('are recorded as when an admin removes them, with the new owner of their decks', async () => {
    const [user, heir] = [await lectern.aUser({ name: 'Gone' }), await lectern.aUser({ name: 'Heir' })];
    await lectern.aDeck({ owner: user });
    await remove(user, heir.id);
    const { id, email } = user;
    expect(
      await sql`select kind, actor_name, details from audit_events where actor_id = ${id} and kind = 'user.removed'`,
    ).toEqual([
      {
        kind: 'user.removed',
        actor_name: 'Gone',
        details: { user: { id, name: 'Gone', email }, decks: 1, heir: { id: heir.id, name: 'Heir' } },
      },
    ]);
  });

  it('give their collections of the team to the admin whose account is the oldest; private ones are deleted', async () => {
    await using small = await startLectern();
    const [first, second] = [await small.aUser({ role: 'admin' }), await small.aUser({ role: 'admin' })];
    await small.database.sql`update users set created_at = now() - interval '1 year' where id = ${second.id}`;
    await small.database
      .sql`update users set created_at = now() - interval '2 years', disabled_at = now() where id = ${first.id}`;
    const user = await small.aUser();
    for (const visibility of ['team', 'private']) await small.as(user).post('/api/collections', { name: visibility, visibility });
    expect((await small.as(user).post(PATH, { decksTo: null })).status).toBe(204);
    const left = await small.database.sql`select name, owner_id from collections`;
    expect(left).toEqual([{ name: 'team', owner_id: second.id }]);
  });
});

describe('the decks of users who remove themselves', () => {
  it('are deleted for good with their blobs if no one gets them', async () => {
    await using small = await startLectern();
    const user = await small.aUser();
    await small.aDeck({ owner: user, visibility: 'team' });
    const trashed = await small.aDeck({ owner: user });
    await small.as(user).delete(`/api/decks/${trashed.id}`);
    expect((await small.as(user).post(PATH, { decksTo: null })).status).toBe(204);
    expect(await small.leftovers()).toMatchObject({ decks: 0, versions: 0, blobs: [] });
  });

  it('become those of another user, who no longer has them as a share; those in the trash are deleted', async () => {
    const [user, heir] = [await lectern.aUser(), await lectern.aUser()];
    const [kept, trashed] = [await lectern.aDeck({ owner: user }), await lectern.aDeck({ owner: user })];
    await lectern.as(user).put(`/api/decks/${kept.id}/people/${heir.id}`, { access: 'read' });
    await lectern.as(user).delete(`/api/decks/${trashed.id}`);
    expect((await remove(user, heir.id)).status).toBe(204);
    expect([await ownerOf(kept.id), await ownerOf(trashed.id)]).toEqual([heir.id, null]);
    expect(await sql`select from deck_people where deck_id = ${kept.id}`).toHaveLength(0);
    expect((await lectern.as(heir).get(`/api/decks/${kept.id}`)).body).toMatchObject({ permissions: { manage: true } });
  });

  it('are not given to someone whose account is disabled, who does not exist, or to oneself; nothing is changed', async () => {
    const [user, disabled] = [await lectern.aUser(), await lectern.aUser()];
    await sql`update users set disabled_at = now() where id = ${disabled.id}`;
    for (const id of [disabled.id, 'nobody']) expectRefusal(await remove(user, id), 'USER_NOT_FOUND');
    expectRefusal(await remove(user, user.id), 'VALIDATION_FAILED');
    expectRefusal(await lectern.as(user).post(PATH, {}), 'VALIDATION_FAILED');
    expect(await exists(user)).toBe(true);
  });

  it('are not given to someone whose limits they exceed', async () => {
    await using small = await startLectern({ USER_QUOTA_BYTES: '1000000' });
    const [user, heir] = [await small.aUser(), await small.aUser()];
    const { id } = await small.aDeck({ owner: user });
    await small.database.sql`update versions set size_bytes = 900000 where deck_id = ${id}`;
    const { id: own } = await small.aDeck({ owner: heir });
    await small.database.sql`update versions set size_bytes = 200000 where deck_id = ${own}`;
    const ask = () => small.as(user).post(PATH, { decksTo: heir.id });
    expectRefusal(await ask(), 'STORAGE_FULL');
    await small.database.sql`update versions set size_bytes = 1 where deck_id = ${id}`;
    await insertBareDecks(small.database.sql, heir.id, DECKS_MAX - 1);
    expect(expectRefusal(await ask(), 'LIMIT_REACHED')).toEqual({ limit: DECKS_MAX });
    await small.database.sql`delete from decks where owner_id = ${heir.id}`;
    expect((await ask()).status).toBe(204);
  });
});

describe('removing oneself', () => {
  it('needs the password if the sign-in is older than an hour', async () => {
    const user = await lectern.aUser();
    await lectern.aPasswordOf(user);
    await sql`update sessions set created_at = now() - interval '2 hours' where id = ${user.sessionId}`;
    expectRefusal(await remove(user, null), 'REAUTHENTICATION_REQUIRED');
    expectRefusal(await remove(user, null, { password: 'not this one' }), 'INVALID_CREDENTIALS');
    expect(await exists(user)).toBe(true);
    expect((await remove(user, null, { password: PASSWORD })).status).toBe(204);
  });

  it('is refused for the last admin, and leaves one of two admins who do it at the same time', async () => {
    await using small = await startLectern();
    const [one, two] = [await small.aUser({ role: 'admin' }), await small.aUser({ role: 'admin' })];
    const answers = await Promise.all([one, two].map((admin) => small.as(admin).post(PATH, { decksTo: null })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    const refused = answers.find(({ status }) => status === 409);
    if (refused !== undefined) expectRefusal(refused, 'LAST_ADMIN');
  });
});
