import { describe, expect, it } from 'vitest';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { sharedAnnotationListSchema, sharedNoteListSchema } from '#shared/shared-decks.ts';
import { aLink, Visitor } from './testing/visitor.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' });
const owner = await lectern.aUser({ name: 'Olga Owner' });
const colleague = await lectern.aUser({ name: 'Carl Colleague' });
const api = lectern.as(owner);

const SPEAKER_NOTE = 'Do not mention the price';

/** A deck with speaker notes, a note and drawings by two people, and a link to it. */
async function aWrittenDeck(wish: object = {}) {
  const slides = [
    { file: 'slides/1.html', notes: SPEAKER_NOTE },
    { file: 'slides/2.html', notes: null },
  ];
  const files = { 'slides/1.html': '<h1>One</h1>', 'slides/2.html': '<h1>Two</h1>', 'notes/manifest.json': '{}' };
  const upload = await api.send('POST', '/api/decks', anUpload(await aPackage({ slides, files })));
  expect(upload.status, upload.text).toBe(201);
  const { id } = upload.body as { id: string };
  expect((await api.put(`/api/decks/${id}/people/${colleague.id}`, { access: 'edit' })).status).toBeLessThan(300);
  expect((await lectern.as(colleague).put(`/api/decks/${id}/notes/0`, { body: 'Ours alone' })).status).toBe(200);
  for (const [who, stroke] of [
    [owner, 'a'],
    [colleague, 'b'],
  ] as const) {
    const add = [{ id: stroke, tool: 'pen', color: '#000', width: 2, points: [[1, 2]] }];
    const drawn = await lectern.as(who).post(`/api/decks/${id}/annotations/0/strokes`, { add });
    expect(drawn.status, drawn.text).toBe(200);
  }
  const link = await aLink(lectern, owner, id, wish);
  const change = (to: object) => api.patch(`/api/decks/${id}/links/${link.id}`, to);
  return { deckId: id, link, change, visitor: new Visitor(lectern, link) };
}

describe('notes and drawings through a link', () => {
  it('are refused unless the link shows them, each by itself', async () => {
    const { visitor, change } = await aWrittenDeck();
    const statuses = async () => [(await visitor.get('/notes')).status, (await visitor.get('/annotations')).status];
    for (const path of ['/notes', '/annotations']) {
      const answer = await visitor.get(path);
      expectRefusal(answer, 'FORBIDDEN');
      expect(answer.text).not.toMatch(/Ours alone|lectern-ink/);
    }
    await change({ showNotes: true });
    expect(await statuses()).toEqual([200, 403]);
    await change({ showNotes: false, showDrawings: true });
    expect(await statuses()).toEqual([403, 200]);
    await change({ showDrawings: false });
    expect(await statuses()).toEqual([403, 403]);
  });

  it('name who made them, without ids and addresses', async () => {
    const { deckId, link, visitor } = await aWrittenDeck({ showNotes: true, showDrawings: true });
    const [notes, drawings] = [await visitor.get('/notes'), await visitor.get('/annotations')];
    const [note] = sharedNoteListSchema.parse(notes.body).items;
    expect(note).toMatchObject({ slideIndex: 0, body: 'Ours alone', updatedBy: { name: colleague.name } });
    const [drawing] = sharedAnnotationListSchema.parse(drawings.body).items;
    expect(drawing?.payload.strokes.map(({ author }) => author)).toEqual([{ name: owner.name }, { name: colleague.name }]);
    for (const { text } of [notes, drawings, await visitor.get(), await visitor.get('/slides')])
      for (const secret of [deckId, link.id, owner.id, owner.email, colleague.id, colleague.email])
        expect(text).not.toContain(secret);
  });
});

describe('the manifest, which contains the notes of the speaker', () => {
  it('is at the address of a link only while the link shows notes', async () => {
    const { visitor, change } = await aWrittenDeck();
    const base = await visitor.open();
    const read = () => visitor.play(`${base}manifest.json`);
    expect((await read()).status).toBe(404);
    // The second answer comes from memory.
    expect((await read()).status).toBe(404);
    expect((await visitor.play(`${base}slides/1.html`)).status).toBe(200);
    expect((await visitor.play(`${base}notes/manifest.json`)).status).toBe(200);
    expect((await visitor.get()).text).not.toContain(SPEAKER_NOTE);

    await change({ showNotes: true });
    expect((await read()).text).toContain(SPEAKER_NOTE);
    await change({ showNotes: false });
    expect((await read()).status).toBe(404);
  });

  it('is at the addresses of people with an account', async () => {
    const { deckId } = await aWrittenDeck();
    const { baseUrl } = (await api.get(`/api/decks/${deckId}/playback`)).body as { baseUrl: string };
    expect((await api.get(`${new URL(baseUrl).pathname}manifest.json`)).text).toContain(SPEAKER_NOTE);
  });
});
