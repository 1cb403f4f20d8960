import { describe, expect, it } from 'vitest';
import { anUpload } from '#server/testing/forms.ts';
import type { Answer } from '#server/testing/exchange.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { type DeckDetail, deckDetailSchema } from '#shared/decks.ts';

const LONG_AGO = '2020-01-01T00:00:00.000Z';

const lectern = await aLectern();
const owner = await lectern.aUser();
const heir = await lectern.aUser();
const [api, byHeir] = [lectern.as(owner), lectern.as(heir)];
const detailOf = (answer: Answer): DeckDetail => deckDetailSchema.parse(answer.body);

interface Given {
  readonly path: string;
  /** The version before the current one. */
  readonly oldVersionId: string;
}
type Change = (given: Given) => Promise<Answer>;

/** A deck of the team with two versions, whose last change was long ago. */
async function anOldDeck(): Promise<Given> {
  const { id, currentVersionId: oldVersionId } = await lectern.aDeck({ owner, visibility: 'team' });
  const path = `/api/decks/${id}`;
  expect((await newVersion(path)).status).toBe(201);
  await lectern.database.sql`update decks set updated_at = ${LONG_AGO} where id = ${id}`;
  expect(detailOf(await api.get(path)).updatedAt).toBe(LONG_AGO);
  return { path, oldVersionId };
}

const newVersion = async (path: string) => api.send('POST', `${path}/versions`, anUpload(await aPackage({ title: 'Another' })));
const stroke = { id: 'a-stroke', tool: 'pen', color: '#d9542b', width: 4, points: [[1, 2]] };

const MOVING: Readonly<Record<string, Change>> = {
  'a title': ({ path }) => api.patch(path, { title: 'Renamed' }),
  'a visibility': ({ path }) => api.patch(path, { visibility: 'private' }),
  'a new version': ({ path }) => newVersion(path),
  'a restored version': ({ path, oldVersionId }) => api.post(`${path}/versions/${oldVersionId}/restore`),
};
const NOT_MOVING: Readonly<Record<string, Change>> = {
  'a note': ({ path }) => api.put(`${path}/notes/0`, { body: 'Welcome' }),
  'an annotation': ({ path }) => api.put(`${path}/annotations/0`, { payload: { shapes: [] } }),
  'a stroke': ({ path }) => api.post(`${path}/annotations/0/strokes`, { add: [stroke] }),
  'a star': ({ path }) => byHeir.put(`${path}/star`),
  'another owner': ({ path }) => api.put(`${path}/owner`, { userId: heir.id }),
};

describe('the time of the last change of a deck', () => {
  it.each(Object.entries(MOVING))('moves with %s', async (_, change) => {
    const given = await anOldDeck();
    expect((await change(given)).status).toBeLessThan(300);
    const { id, updatedAt } = detailOf(await api.get(given.path));
    expect(updatedAt).not.toBe(LONG_AGO);
    const found = await api.get(`/api/decks?limit=100&updatedSince=${updatedAt}`);
    expect(found.body).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ id, updatedAt })]) });
  });

  it.each(Object.entries(NOT_MOVING))('does not move with %s', async (_, change) => {
    const given = await anOldDeck();
    expect((await change(given)).status).toBeLessThan(300);
    expect(detailOf(await byHeir.get(given.path)).updatedAt).toBe(LONG_AGO);
  });
});
