import { describe, expect, it } from 'vitest';
import { Viewer } from '#server/playback/testing/viewer.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { raceWith } from '#server/testing/race.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import type { TestUser } from '#server/testing/people.ts';
import { insertBareDecks } from '#server/testing/bare-decks.ts';
import { type DeckDetail, deckDetailSchema } from '#shared/decks.ts';
import { DECK_TITLE_MAX, DECKS_MAX, MIB } from '#shared/limits.ts';
import { noteListSchema } from '#shared/notes.ts';

const lectern = await aLectern({ USER_QUOTA_BYTES: String(MIB) });
const { sql } = lectern.database;

const duplicate = (user: TestUser, id: string, body: object = {}) => lectern.as(user).post(`/api/decks/${id}/duplicate`, body);

async function copyOf(user: TestUser, id: string, body: object = {}): Promise<DeckDetail> {
  const answer = await duplicate(user, id, body);
  expect(answer.status, answer.text).toBe(201);
  return deckDetailSchema.parse(answer.body);
}

const bytesOf = async (user: TestUser, id: string) => (await lectern.as(user).get(`/api/decks/${id}/blob`)).text;
const notesOf = async (user: TestUser, id: string) =>
  noteListSchema
    .parse((await lectern.as(user).get(`/api/decks/${id}/notes`)).body)
    .items.map(({ slideIndex, inner, body }) => ({ slideIndex, inner, body }));

/** Every blob belongs to a version. */
async function expectNoLeftovers(): Promise<void> {
  const { blobs, versions } = await lectern.leftovers();
  expect(blobs).toHaveLength(versions);
}

describe('a copy of a deck', () => {
  it('belongs to the caller, is private, and has the package and the notes, but no drawings, people or earlier versions', async () => {
    const [owner, reader] = [await lectern.aUser(), await lectern.aUser({ name: 'Rita' })];
    const { id } = await lectern.aDeck({ owner, title: 'Plan', slides: 3, visibility: 'team' });
    const api = lectern.as(owner);
    await api.put(`/api/decks/${id}/notes/1`, { body: 'Slowly' });
    await api.put(`/api/decks/${id}/notes/1?inner=id:a`, { body: 'Inside' });
    await api.put(`/api/decks/${id}/notes/2`, { body: 'Gone' });
    await api.delete(`/api/decks/${id}/notes/2`);
    await api.put(`/api/decks/${id}/annotations/0`, { payload: { shapes: [] } });
    const copy = await copyOf(reader, id);
    expect(copy).toMatchObject({
      title: 'Copy of Plan',
      owner: { name: 'Rita' },
      visibility: 'private',
      slideCount: 3,
      currentVersion: { number: 1, createdBy: { name: 'Rita' } },
      permissions: { manage: true },
    });
    expect(await bytesOf(reader, copy.id)).toBe(await bytesOf(owner, id));
    const notes = [
      { slideIndex: 1, inner: null, body: 'Slowly' },
      { slideIndex: 1, inner: 'id:a', body: 'Inside' },
    ];
    expect(await notesOf(reader, copy.id)).toEqual(notes);
    expect((await lectern.as(reader).get(`/api/decks/${copy.id}/annotations`)).body).toMatchObject({ items: [] });
    expect((await api.get(`/api/decks/${copy.id}`)).status).toBe(404);
    // The two are independent of each other.
    await lectern.as(reader).put(`/api/decks/${copy.id}/notes/1`, { body: 'Fast' });
    expect(await notesOf(owner, id)).toEqual(notes);
    await api.delete(`/api/decks/${id}`);
    expect((await api.delete(`/api/trash/${id}`)).status).toBe(204);
    expect((await bytesOf(reader, copy.id)).length).toBeGreaterThan(100);
    expect(await new Viewer(lectern, { cookie: reader.cookie }).open(copy.id)).toContain('/play/');
    await expectNoLeftovers();
  });

  it('has the title of the request, and one that fits if there is none', async () => {
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner, title: 'x'.repeat(DECK_TITLE_MAX) });
    expect((await copyOf(owner, id, { title: 'Kopie' })).title).toBe('Kopie');
    expect((await copyOf(owner, id)).title).toBe('x'.repeat(DECK_TITLE_MAX));
    expectRefusal(await duplicate(owner, id, { title: '' }), 'VALIDATION_FAILED');
  });

  it('keeps what the slides of a document are, and not the hosts that were allowed', async () => {
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner });
    await sql`insert into deck_settings (deck_id, hosts, slide_selector) values (${id}, '{fonts.example}', '.page')`;
    const copy = await copyOf(owner, id);
    const [settings] = await sql`select hosts, slide_selector from deck_settings where deck_id = ${copy.id}`;
    expect(settings).toEqual({ hosts: null, slide_selector: '.page' });
  });

  it('counts against the quota and the number of decks of the caller', async () => {
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner });
    await sql`update versions set size_bytes = ${MIB - 10} where deck_id = ${id}`;
    expectRefusal(await duplicate(owner, id), 'STORAGE_FULL');
    const reader = await lectern.aUser();
    const shared = await lectern.aDeck({ owner: await lectern.aUser(), visibility: 'team' });
    await insertBareDecks(sql, reader.id, DECKS_MAX - 1);
    const answers = await Promise.all([duplicate(reader, shared.id), duplicate(reader, shared.id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    await sql`delete from decks where owner_id = ${reader.id} and title = 'x'`;
    await expectNoLeftovers();
  });

  it('counts against the quota as it is when the copy is written', async () => {
    const owner = await lectern.aUser();
    const [{ id }, other] = [await lectern.aDeck({ owner }), await lectern.aDeck({ owner })];
    // Another instance writes for the same owner.
    const race = await raceWith(
      lectern,
      async (tx) => {
        await tx`select from decks where id = ${id} for update`;
        await tx`update versions set size_bytes = ${MIB} where deck_id = ${other.id}`;
      },
      () => duplicate(owner, id),
    );
    expectRefusal(race.answer, 'STORAGE_FULL');
    expect(race.waited).toBe(true);
    await expectNoLeftovers();
  });

  it('is not made of a deck that is deleted meanwhile, before or after its package was copied', async () => {
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner });
    const race = await raceWith(
      lectern,
      (tx) => tx`delete from decks where id = ${id}`,
      () => duplicate(owner, id),
    );
    expect({ waited: race.waited, status: race.answer.status }).toEqual({ waited: true, status: 404 });
    const other = await lectern.aDeck({ owner });
    // Its rows were read before the deck was deleted; its blob is gone.
    await sql`update versions set blob_key = ${'0'.repeat(32)} where deck_id = ${other.id}`;
    expectRefusal(await duplicate(owner, other.id), 'DECK_NOT_FOUND');
    expect(await sql`select from decks where owner_id = ${owner.id}`).toHaveLength(1);
  });
});
