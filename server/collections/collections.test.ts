import { describe, expect, it } from 'vitest';
import { aLectern } from '#server/testing/lectern.ts';
import type { TestUser } from '#server/testing/people.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { insertBareDecks } from '#server/testing/bare-decks.ts';
import { type Collection, collectionListSchema, collectionSchema } from '#shared/collections.ts';
import { deckListSchema } from '#shared/decks.ts';
import { COLLECTION_DECKS_MAX, COLLECTIONS_MAX } from '#shared/limits.ts';

const lectern = await aLectern();
const { sql } = lectern.database;

async function aCollection(owner: TestUser, wish: object = {}): Promise<Collection> {
  const answer = await lectern.as(owner).post('/api/collections', { name: 'Board meetings', ...wish });
  expect(answer.status, answer.text).toBe(201);
  return collectionSchema.parse(answer.body);
}

const put = (user: TestUser, { id }: Collection, deck: { id: string }) =>
  lectern.as(user).put(`/api/collections/${id}/decks/${deck.id}`);
const takeOut = (user: TestUser, { id }: Collection, deck: { id: string }) =>
  lectern.as(user).delete(`/api/collections/${id}/decks/${deck.id}`);

async function seen(user: TestUser, { id }: Collection): Promise<Collection> {
  const answer = await lectern.as(user).get(`/api/collections/${id}`);
  expect(answer.status, answer.text).toBe(200);
  return collectionSchema.parse(answer.body);
}

async function namesFor(user: TestUser, query = ''): Promise<string[]> {
  const { body } = await lectern.as(user).get(`/api/collections?limit=100${query}`);
  return collectionListSchema.parse(body).items.map(({ name }) => name);
}

async function titlesIn(user: TestUser, { id }: Collection, query = ''): Promise<string[]> {
  const { body } = await lectern.as(user).get(`/api/decks?collection=${id}${query}`);
  return deckListSchema.parse(body).items.map(({ title }) => title);
}

describe('a collection', () => {
  it('is created, renamed and deleted by its owner; its decks remain', async () => {
    const owner = await lectern.aUser({ name: 'Ada' });
    const made = await aCollection(owner, { name: '  Board meetings ' });
    expect(made).toMatchObject({ name: 'Board meetings', visibility: 'private', deckCount: 0, owner: { name: 'Ada' } });
    const deck = await lectern.aDeck({ owner });
    expect((await put(owner, made, deck)).status).toBe(204);
    const { body } = await lectern.as(owner).patch(`/api/collections/${made.id}`, { name: 'Board', visibility: 'team' });
    const changed = collectionSchema.parse(body);
    expect(changed).toMatchObject({ id: made.id, name: 'Board', visibility: 'team', deckCount: 1 });
    expect(changed.updatedAt > made.updatedAt).toBe(true);
    expect((await lectern.as(owner).delete(`/api/collections/${made.id}`)).status).toBe(204);
    expectRefusal(await lectern.as(owner).delete(`/api/collections/${made.id}`), 'COLLECTION_NOT_FOUND');
    expectRefusal(await lectern.as(owner).get(`/api/decks?collection=${made.id}`), 'COLLECTION_NOT_FOUND');
    expect((await lectern.as(owner).get(`/api/decks/${deck.id}`)).status).toBe(200);
  });

  it('is seen by its owner and admins if it is private, and by everyone if it is of the team', async () => {
    const [owner, other, admin] = [await lectern.aUser(), await lectern.aUser(), await lectern.aUser({ role: 'admin' })];
    const [secret, open] = [await aCollection(owner), await aCollection(owner, { visibility: 'team' })];
    for (const path of [`/api/collections/${secret.id}`, `/api/decks?collection=${secret.id}`])
      expectRefusal(await lectern.as(other).get(path), 'COLLECTION_NOT_FOUND');
    expectRefusal(await lectern.as(other).patch(`/api/collections/${secret.id}`, { name: 'x' }), 'COLLECTION_NOT_FOUND');
    expectRefusal(await lectern.as(other).delete(`/api/collections/${secret.id}`), 'COLLECTION_NOT_FOUND');
    expect(await seen(other, open)).toMatchObject({ id: open.id });
    expectRefusal(await lectern.as(other).patch(`/api/collections/${open.id}`, { visibility: 'private' }), 'FORBIDDEN');
    expectRefusal(await lectern.as(other).delete(`/api/collections/${open.id}`), 'FORBIDDEN');
    expect((await lectern.as(admin).patch(`/api/collections/${secret.id}`, { name: 'Renamed' })).status).toBe(200);
    expect((await lectern.as(admin).delete(`/api/collections/${open.id}`)).status).toBe(204);
  });

  it('holds for each person the decks that they may read, and no others', async () => {
    const [owner, reader] = [await lectern.aUser(), await lectern.aUser()];
    const collection = await aCollection(owner, { visibility: 'team' });
    const open = await lectern.aDeck({ owner, title: 'open', visibility: 'team' });
    const secret = await lectern.aDeck({ owner, title: 'secret' });
    const trashed = await lectern.aDeck({ owner, title: 'trashed', visibility: 'team' });
    for (const deck of [open, secret, trashed]) expect((await put(owner, collection, deck)).status).toBe(204);
    expect((await lectern.as(owner).delete(`/api/decks/${trashed.id}`)).status).toBe(204);

    expect(await titlesIn(owner, collection, '&sort=title')).toEqual(['open', 'secret']);
    expect((await seen(owner, collection)).deckCount).toBe(2);
    expect(await titlesIn(reader, collection)).toEqual(['open']);
    expect((await seen(reader, collection)).deckCount).toBe(1);

    await lectern.as(owner).put(`/api/decks/${secret.id}/people/${reader.id}`, { access: 'read' });
    expect(await titlesIn(reader, collection, '&sort=title')).toEqual(['open', 'secret']);
    await lectern.as(owner).patch(`/api/decks/${open.id}`, { visibility: 'private' });
    expect(await titlesIn(reader, collection)).toEqual(['secret']);
    await lectern.as(owner).post(`/api/trash/${trashed.id}/restore`);
    expect(await titlesIn(reader, collection, '&sort=title')).toEqual(['secret', 'trashed']);
    expect((await seen(reader, collection)).deckCount).toBe(2);
  });
});

describe('decks are put into a collection, and taken out,', () => {
  it('by everyone who reads the deck, if the collection is of the team', async () => {
    const [owner, reader] = [await lectern.aUser(), await lectern.aUser()];
    const collection = await aCollection(owner, { visibility: 'team' });
    const [open, secret] = [await lectern.aDeck({ owner, visibility: 'team' }), await lectern.aDeck({ owner })];
    for (const user of [reader, owner]) expect((await put(user, collection, open)).status).toBe(204);
    expect((await seen(owner, collection)).deckCount).toBe(1);
    for (const change of [put, takeOut]) expectRefusal(await change(reader, collection, secret), 'DECK_NOT_FOUND');
    expect((await put(owner, collection, secret)).status).toBe(204);
    for (const user of [reader, reader]) expect((await takeOut(user, collection, open)).status).toBe(204);
    expect((await seen(owner, collection)).deckCount).toBe(1);
  });

  it('by its owner and admins, if it is private', async () => {
    const [owner, other, admin] = [await lectern.aUser(), await lectern.aUser(), await lectern.aUser({ role: 'admin' })];
    const collection = await aCollection(owner);
    const deck = await lectern.aDeck({ owner, visibility: 'team' });
    for (const change of [put, takeOut]) {
      expectRefusal(await change(other, collection, deck), 'COLLECTION_NOT_FOUND');
      for (const user of [owner, admin]) expect((await change(user, collection, deck)).status).toBe(204);
    }
  });

  it('never beyond the limit, even at once', async () => {
    const owner = await lectern.aUser();
    const collection = await aCollection(owner);
    await insertBareDecks(sql, owner.id, COLLECTION_DECKS_MAX - 1, 'collected-');
    await sql`insert into collection_decks (collection_id, deck_id)
      select ${collection.id}, 'collected-' || n from generate_series(1, ${COLLECTION_DECKS_MAX - 1}) n`;
    const decks = [await lectern.aDeck({ owner }), await lectern.aDeck({ owner }), await lectern.aDeck({ owner })];
    const answers = await Promise.all(decks.map((deck) => put(owner, collection, deck)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409, 409]);
    expect((await seen(owner, collection)).deckCount).toBe(COLLECTION_DECKS_MAX);
    await sql`delete from decks where owner_id = ${owner.id}`;
    expect(await sql`select from collection_decks where collection_id = ${collection.id}`).toHaveLength(0);
  });
});

describe('the list of collections', () => {
  it('has those of the caller and of the team, by name and page by page', async () => {
    const [owner, other, admin] = [await lectern.aUser(), await lectern.aUser(), await lectern.aUser({ role: 'admin' })];
    await sql`delete from collections`;
    for (const name of ['beta', 'Alpha', 'gamma']) await aCollection(owner, { name });
    for (const name of ['delta', 'Beta 2']) await aCollection(other, { name, visibility: 'team' });
    await aCollection(other, { name: 'hidden' });
    expect(await namesFor(owner)).toEqual(['Alpha', 'beta', 'Beta 2', 'delta', 'gamma']);
    expect(await namesFor(admin)).toEqual(['Beta 2', 'delta']);
    expect(await namesFor(admin, '&owner=all')).toEqual(['Alpha', 'beta', 'Beta 2', 'delta', 'gamma', 'hidden']);
    expectRefusal(await lectern.as(owner).get('/api/collections?owner=all'), 'FORBIDDEN');

    const first = collectionListSchema.parse((await lectern.as(owner).get('/api/collections?limit=3')).body);
    const rest = collectionListSchema.parse(
      (await lectern.as(owner).get(`/api/collections?limit=3&cursor=${first.nextCursor}`)).body,
    );
    expect([...first.items, ...rest.items].map(({ name }) => name)).toEqual(['Alpha', 'beta', 'Beta 2', 'delta', 'gamma']);
    expect(rest.nextCursor).toBeNull();
    expectRefusal(await lectern.as(admin).get(`/api/collections?owner=all&cursor=${first.nextCursor}`), 'VALIDATION_FAILED');
  });

  it('is limited for each person, even with simultaneous requests', async () => {
    const owner = await lectern.aUser();
    await sql`insert into collections (id, owner_id, name, visibility)
      select gen_random_uuid(), ${owner.id}, 'x', 'private' from generate_series(1, ${COLLECTIONS_MAX - 1})`;
    const ask = () => lectern.as(owner).post('/api/collections', { name: 'One more' });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });
});

it('the decks of a collection have every order and filter of the list of decks', async () => {
  const owner = await lectern.aUser();
  const collection = await aCollection(owner);
  for (const title of ['Growth plan', 'Budget', 'Growth review', 'Outside'])
    if (title === 'Outside') await lectern.aDeck({ owner, title });
    else await put(owner, collection, await lectern.aDeck({ owner, title }));
  expect(await titlesIn(owner, collection)).toEqual(['Growth review', 'Budget', 'Growth plan']);
  expect(await titlesIn(owner, collection, '&sort=title&query=growth&owner=me')).toEqual(['Growth plan', 'Growth review']);
  expect(await titlesIn(owner, collection, '&sort=opened')).toEqual(['Growth review', 'Budget', 'Growth plan']);
  const { body } = await lectern.as(owner).get(`/api/decks?collection=${collection.id}&limit=2`);
  const { nextCursor } = deckListSchema.parse(body);
  expect(await titlesIn(owner, collection, `&limit=2&cursor=${nextCursor}`)).toEqual(['Growth plan']);
  expectRefusal(await lectern.as(owner).get(`/api/decks?limit=2&cursor=${nextCursor}`), 'VALIDATION_FAILED');
});

it('when a user is removed, collections of the team pass to the admin, and private ones are deleted', async () => {
  const [owner, admin] = [await lectern.aUser(), await lectern.aUser({ role: 'admin' })];
  const [secret, open] = [await aCollection(owner), await aCollection(owner, { visibility: 'team' })];
  expect((await lectern.as(admin).delete(`/api/admin/users/${owner.id}`)).status).toBe(204);
  expect((await seen(admin, open)).owner.id).toBe(admin.id);
  expectRefusal(await lectern.as(admin).get(`/api/collections/${secret.id}`), 'COLLECTION_NOT_FOUND');
});

it('changes of visibility, and deletions, are in the audit log', async () => {
  const owner = await lectern.aUser();
  const { id } = await aCollection(owner, { name: 'Audited' });
  for (const change of [{ name: 'Audited too' }, { visibility: 'team' }, { visibility: 'team' }])
    await lectern.as(owner).patch(`/api/collections/${id}`, change);
  await lectern.as(owner).delete(`/api/collections/${id}`);
  const events = await sql<{ kind: string; details: object }[]>`
    select kind, details from audit_events where actor_id = ${owner.id} and kind like 'collection.%' order by at, id`;
  expect(events).toEqual([
    { kind: 'collection.changed', details: { collection: { id, name: 'Audited too' }, visibility: 'team' } },
    {
      kind: 'collection.deleted',
      details: { collection: { id, name: 'Audited too' }, owner: { id: owner.id, name: owner.name } },
    },
  ]);
});
