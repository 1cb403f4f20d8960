import { describe, expect, it } from 'vitest';
import { at, dataOf, expectRefused, procedures } from '#server/talks/testing/stage.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import type { TestUser } from '#server/testing/people.ts';
import { CONTINUED_DECKS } from '#shared/deck-lists.ts';
import { type DeckDetail, deckDetailSchema, deckListSchema } from '#shared/decks.ts';
import { type ContinuedDeck, continuedListSchema, lastOpeningSchema, type Opening } from '#shared/openings.ts';

const lectern = await aLectern();
const { sql } = lectern.database;

type AnyDeck = Pick<DeckDetail, 'id' | 'currentVersionId'>;

const save = (user: TestUser, deck: AnyDeck, change: object = {}) =>
  procedures(lectern, user).call('openings.save', {
    deckId: deck.id,
    versionId: deck.currentVersionId,
    place: at(0),
    innerName: null,
    ...change,
  });

async function leave(user: TestUser, deck: AnyDeck, change: object = {}): Promise<void> {
  const answer = await save(user, deck, change);
  expect(answer.status, answer.text).toBe(200);
}

async function lastOf(user: TestUser, deck: AnyDeck): Promise<Opening | null> {
  return lastOpeningSchema.parse(dataOf(await procedures(lectern, user).ask('openings.get', { deckId: deck.id })) ?? null);
}

async function latestOf(user: TestUser): Promise<ContinuedDeck[]> {
  return continuedListSchema.parse(dataOf(await lectern.as(user).get('/api/trpc/openings.latest'))).items;
}

async function titlesByOpening(user: TestUser, query = ''): Promise<string[]> {
  const { body } = await lectern.as(user).get(`/api/decks?sort=opened${query}`);
  return deckListSchema.parse(body).items.map(({ title }) => title);
}

/** Uploads a version whose slides have these ids and texts. */
async function replace(owner: TestUser, deck: AnyDeck, ids: readonly string[]): Promise<DeckDetail> {
  const slides = ids.map((id) => ({ id, file: `slides/${id}.html`, label: id }));
  const files = Object.fromEntries(ids.map((id) => [`slides/${id}.html`, `<!doctype html><title>${id}</title><h1>${id}</h1>`]));
  const form = anUpload(await aPackage({ title: 'Replaced', slides, files }));
  return deckDetailSchema.parse((await lectern.as(owner).send('POST', `/api/decks/${deck.id}/versions`, form)).body);
}

describe('where a user left a deck', () => {
  it('is theirs alone, and replaced by where they were last', async () => {
    const [ada, ben] = [await lectern.aUser(), await lectern.aUser()];
    const deck = await lectern.aDeck({ owner: ada, slides: 3, visibility: 'team' });
    expect(await lastOf(ada, deck)).toBeNull();
    await leave(ada, deck, { place: at(1) });
    await leave(ada, deck, { place: at(2, 4), innerName: 'title:1:Results' });
    expect(await lastOf(ada, deck)).toMatchObject({ place: at(2, 4), innerName: 'title:1:Results' });
    expect(await lastOf(ben, deck)).toBeNull();
    expect(await sql`select from deck_openings where deck_id = ${deck.id}`).toHaveLength(1);
  });

  it('follows its slide into a new version; a removed slide is replaced by the one at its position', async () => {
    const owner = await lectern.aUser();
    const first = await lectern.aDeck({ owner, slides: 1 });
    const deck = await replace(owner, first, ['a', 'b', 'c', 'd']);
    await leave(owner, deck, { place: at(1) });
    await replace(owner, deck, ['x', 'c', 'b']);
    expect((await lastOf(owner, deck))?.place).toEqual(at(2));
    // A window that still shows the earlier version.
    await leave(owner, deck, { place: at(3) });
    expect((await lastOf(owner, deck))?.place).toEqual(at(2));
    await leave(owner, deck, { place: at(2) });
    expect((await lastOf(owner, deck))?.place).toEqual(at(1));
  });

  it('is refused for slides and versions that do not exist', async () => {
    const owner = await lectern.aUser();
    const [deck, other] = [await lectern.aDeck({ owner, slides: 2 }), await lectern.aDeck({ owner, slides: 9 })];
    expectRefused(await save(owner, deck, { place: at(2) }), 'SLIDE_NOT_FOUND');
    expectRefused(await save(owner, deck, { versionId: 'none' }), 'SLIDE_NOT_FOUND');
    expectRefused(await save(owner, deck, { versionId: other.currentVersionId, place: at(5) }), 'SLIDE_NOT_FOUND');
    expect(await lastOf(owner, deck)).toBeNull();
  });

  it('is removed with the deck and with the user', async () => {
    const [owner, reader] = [await lectern.aUser(), await lectern.aUser()];
    const [kept, purged] = [
      await lectern.aDeck({ owner, visibility: 'team' }),
      await lectern.aDeck({ owner, visibility: 'team' }),
    ];
    for (const deck of [kept, purged]) await leave(reader, deck);
    await leave(owner, purged);
    await lectern.as(owner).delete(`/api/decks/${purged.id}`);
    expect((await lectern.as(owner).delete(`/api/trash/${purged.id}`)).status).toBe(204);
    expect(await sql`select from deck_openings where deck_id = ${purged.id}`).toHaveLength(0);
    await sql`delete from users where id = ${reader.id}`;
    expect(await sql`select from deck_openings where user_id = ${reader.id}`).toHaveLength(0);
  });
});

describe('the decks to continue with', () => {
  it('are those opened last that the user may still read, with their slides', async () => {
    const [owner, reader] = [await lectern.aUser(), await lectern.aUser()];
    const decks = [];
    for (const title of ['a', 'b', 'c', 'd', 'e', 'f'])
      decks.push(await lectern.aDeck({ owner, title, slides: 3, visibility: 'team' }));
    expect(await latestOf(reader)).toEqual([]);
    for (const deck of decks) await leave(reader, deck, { place: at(1) });
    const titles = async () => (await latestOf(reader)).map(({ deck: { title } }) => title);
    expect(await titles()).toEqual(['f', 'e', 'd', 'c']);
    expect(await titles()).toHaveLength(CONTINUED_DECKS);
    const [f, e] = [decks[5]?.id, decks[4]?.id];
    expect((await lectern.as(owner).patch(`/api/decks/${f}`, { visibility: 'private' })).status).toBe(200);
    expect((await lectern.as(owner).delete(`/api/decks/${e}`)).status).toBe(204);
    expect(await titles()).toEqual(['d', 'c', 'b', 'a']);
    expect((await latestOf(reader))[0]).toMatchObject({ place: at(1), deck: { slideCount: 3, permissions: { edit: false } } });
    expect((await lectern.as(owner).post(`/api/trash/${e}/restore`)).status).toBe(200);
    expect(await titles()).toEqual(['e', 'd', 'c', 'b']);
  });
});

describe('a list by opening', () => {
  it('has the decks that the caller opened last first, and those never opened last, the newest first', async () => {
    const [owner, reader] = [await lectern.aUser(), await lectern.aUser()];
    const decks = [];
    for (const title of ['one', 'two', 'three', 'four'])
      decks.push(await lectern.aDeck({ owner, title, visibility: title === 'four' ? 'private' : 'team' }));
    const [one, two, , four] = decks;
    for (const deck of [two, one]) if (deck) await leave(reader, deck);
    for (const deck of [four, two]) if (deck) await leave(owner, deck);
    expect((await titlesByOpening(reader)).slice(0, 3)).toEqual(['one', 'two', 'three']);
    expect(await titlesByOpening(owner, '&owner=me')).toEqual(['two', 'four', 'three', 'one']);
    expect(await titlesByOpening(owner, '&owner=me&query=o')).toEqual(['two', 'four', 'one']);
    expect(await titlesByOpening(owner, '&owner=team&query=t')).toEqual(['two', 'three']);
  });

  it('is the same for an API key of the user, whose requests count as no opening', async () => {
    const owner = await lectern.aUser();
    const [older, newer] = [await lectern.aDeck({ owner, title: 'older' }), await lectern.aDeck({ owner, title: 'newer' })];
    await leave(owner, older);
    const { body } = await lectern.as(owner).post('/api/keys', { name: 'x', access: 'read' });
    const headers = { authorization: `Bearer ${(body as { key: string }).key}` };
    for (const path of [`/api/decks/${newer.id}`, `/api/decks/${newer.id}/thumbnail`, `/api/decks/${newer.id}/playback`])
      await lectern.send({ path, headers });
    const answer = await lectern.send({ path: '/api/decks?sort=opened&owner=me', headers });
    expect(deckListSchema.parse(answer.body).items.map(({ title }) => title)).toEqual(['older', 'newer']);
    expect(await sql`select from deck_openings where user_id = ${owner.id}`).toHaveLength(1);
  });
});
