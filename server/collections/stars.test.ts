import { describe, expect, it } from 'vitest';
import { aLectern } from '#server/testing/lectern.ts';
import type { TestUser } from '#server/testing/people.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { type Deck, deckListSchema, deckSchema } from '#shared/decks.ts';
import { STARS_MAX } from '#shared/limits.ts';
import { trashListSchema } from '#shared/trash.ts';

const lectern = await aLectern();
const { sql } = lectern.database;

const star = (user: TestUser, { id }: { id: string }) => lectern.as(user).put(`/api/decks/${id}/star`);
const unstar = (user: TestUser, { id }: { id: string }) => lectern.as(user).delete(`/api/decks/${id}/star`);

async function listed(user: TestUser, query = ''): Promise<Deck[]> {
  return deckListSchema.parse((await lectern.as(user).get(`/api/decks?limit=100${query}`)).body).items;
}

const starredIn = (decks: readonly Deck[]) => decks.filter(({ starred }) => starred).map(({ title }) => title);

describe('a star', () => {
  it('is the caller’s own, wherever a deck is shown', async () => {
    const [owner, reader] = [await lectern.aUser(), await lectern.aUser()];
    const deck = await lectern.aDeck({ owner, title: 'starred', visibility: 'team' });
    const detailOf = async (user: TestUser) => deckSchema.parse((await lectern.as(user).get(`/api/decks/${deck.id}`)).body);
    for (const { status } of [await star(reader, deck), await star(reader, deck)]) expect(status).toBe(204);
    expect((await detailOf(reader)).starred).toBe(true);
    expect((await detailOf(owner)).starred).toBe(false);
    expect(starredIn(await listed(reader))).toEqual(['starred']);
    expect(starredIn(await listed(owner))).toEqual([]);

    await star(owner, deck);
    const renamed = await lectern.as(owner).patch(`/api/decks/${deck.id}`, { title: 'renamed' });
    expect(deckSchema.parse(renamed.body).starred).toBe(true);
    await lectern.as(owner).delete(`/api/decks/${deck.id}`);
    const [trashed] = trashListSchema.parse((await lectern.as(owner).get('/api/trash')).body).items;
    expect(trashed?.starred).toBe(true);
    const restored = await lectern.as(owner).post(`/api/trash/${deck.id}/restore`);
    expect(deckSchema.parse(restored.body).starred).toBe(true);

    for (const { status } of [await unstar(reader, deck), await unstar(reader, deck)]) expect(status).toBe(204);
    expect((await detailOf(reader)).starred).toBe(false);
    expect((await detailOf(owner)).starred).toBe(true);
  });

  it('is refused for decks that the caller may not read, and comes back with the right', async () => {
    const [owner, reader] = [await lectern.aUser(), await lectern.aUser()];
    const deck = await lectern.aDeck({ owner, title: 'mine', visibility: 'team' });
    await star(reader, deck);
    await lectern.as(owner).patch(`/api/decks/${deck.id}`, { visibility: 'private' });
    for (const change of [star, unstar]) expectRefusal(await change(reader, deck), 'DECK_NOT_FOUND');
    expect(await listed(reader, '&starred=true')).toEqual([]);
    await lectern.as(owner).patch(`/api/decks/${deck.id}`, { visibility: 'team' });
    expect(starredIn(await listed(reader, '&starred=true'))).toEqual(['mine']);
  });

  it('is limited for each person, even with simultaneous requests', async () => {
    const owner = await lectern.aUser();
    await sql`insert into decks (id, owner_id, title, visibility, current_version_id, fingerprint, slide_count, has_thumbnail)
      select 'starred-' || n, ${owner.id}, 'x', 'private', '', '', 1, false from generate_series(1, ${STARS_MAX - 1}) n`;
    await sql`insert into deck_stars (user_id, deck_id) select ${owner.id}, 'starred-' || n from generate_series(1, ${STARS_MAX - 1}) n`;
    const decks = [await lectern.aDeck({ owner }), await lectern.aDeck({ owner }), await lectern.aDeck({ owner })];
    const answers = await Promise.all(decks.map((deck) => star(owner, deck)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409, 409]);
    await sql`delete from decks where owner_id = ${owner.id}`;
    expect(await sql`select from deck_stars where user_id = ${owner.id}`).toHaveLength(0);
  });
});

it('the list of starred decks has every order and filter', async () => {
  const [owner, reader] = [await lectern.aUser(), await lectern.aUser()];
  for (const title of ['Growth plan', 'Budget', 'Growth review', 'Not starred']) {
    const deck = await lectern.aDeck({ owner, title, visibility: 'team' });
    if (title !== 'Not starred') await star(reader, deck);
  }
  const titles = async (query: string) => (await listed(reader, `&starred=true${query}`)).map(({ title }) => title);
  expect(await titles('')).toEqual(['Growth review', 'Budget', 'Growth plan']);
  expect(await titles('&sort=title')).toEqual(['Budget', 'Growth plan', 'Growth review']);
  expect(await titles('&sort=opened&owner=team&query=growth')).toEqual(['Growth review', 'Growth plan']);
  expect(await titles('&owner=me')).toEqual([]);
  expect((await lectern.as(reader).get('/api/decks?starred=false')).status).toBe(200);
  expectRefusal(await lectern.as(reader).get('/api/decks?starred=1'), 'VALIDATION_FAILED');
  const pageOf = async (cursor: string) =>
    deckListSchema.parse((await lectern.as(reader).get(`/api/decks?starred=true&limit=2${cursor}`)).body);
  const { nextCursor } = await pageOf('');
  expect((await pageOf(`&cursor=${nextCursor}`)).items.map(({ title }) => title)).toEqual(['Growth plan']);
  expectRefusal(await lectern.as(reader).get(`/api/decks?limit=2&cursor=${nextCursor}`), 'VALIDATION_FAILED');
});
