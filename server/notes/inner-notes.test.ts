import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { watch } from '#server/live/testing/watching.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import type { DeckDetail } from '#shared/decks.ts';
import { innerNames } from '#shared/inner-names.ts';
import { INNER_NAME_MAX } from '#shared/limits.ts';
import { type NoteList, noteListSchema } from '#shared/notes.ts';

const lectern = await aLectern();
const [owner, colleague] = [await lectern.aUser({ name: 'Olga' }), await lectern.aUser({ name: 'Carl' })];
const api = lectern.as(owner);

/** A package with one document; `id` is its id in the manifest. */
const aDocument = (id: string, content: string) =>
  aPackage({ slides: [{ id, file: 'index.html', label: 'Talk' }], files: { 'index.html': `<!doctype html><p>${content}` } });

async function aDeck(visibility = 'team') {
  const { body } = await api.send('POST', '/api/decks', anUpload(await aDocument('slide-1', 'first'), { visibility }));
  const { id, currentVersionId } = body as DeckDetail;
  const at = (inner?: string) => `/api/decks/${id}/notes/0${inner === undefined ? '' : `?inner=${encodeURIComponent(inner)}`}`;
  return {
    id,
    currentVersionId,
    put: (body_: string, inner?: string, headers = {}) => api.put(at(inner), { body: body_ }, headers),
    remove: (inner?: string, headers = {}) => api.delete(at(inner), headers),
    history: async (inner?: string) => (await api.get(at(inner).replace('/notes/0', '/notes/0/history'))).body,
    list: async (versionId?: string): Promise<NoteList> =>
      noteListSchema.parse(
        (await api.get(`/api/decks/${id}/notes${versionId === undefined ? '' : `?versionId=${versionId}`}`)).body,
      ),
    replace: async (slideId: string, content: string) => {
      const upload = anUpload(await aDocument(slideId, content));
      const answer = await api.send('POST', `/api/decks/${id}/versions`, upload);
      expect(answer.status).toBe(201);
      return (answer.body as DeckDetail).currentVersionId;
    },
  };
}

const bodiesOf = (notes: NoteList['items']) => notes.map(({ slideIndex, inner, body }) => [slideIndex, inner, body]);

describe('the note of an inner slide', () => {
  it('is its own, beside the note of the slide as a whole', async () => {
    const { id, put, remove, list } = await aDeck();
    expect((await put('of all')).body).toMatchObject({ slideIndex: 0, inner: null, body: 'of all', revision: 1 });
    const written = await put('of the end', 'title:1:End');
    expect(written.headers.etag).toBe('"1"');
    expect(written.body).toEqual({
      deckId: id,
      slideIndex: 0,
      inner: 'title:1:End',
      body: 'of the end',
      revision: 1,
      updatedAt: expect.any(String),
      updatedBy: { id: owner.id, name: 'Olga' },
    });
    await put('of the start', 'id:start');
    expect(bodiesOf((await list()).items)).toEqual([
      [0, null, 'of all'],
      [0, 'id:start', 'of the start'],
      [0, 'title:1:End', 'of the end'],
    ]);
    expect((await remove('title:1:End')).status).toBe(204);
    expect((await remove()).status).toBe(204);
    expect(bodiesOf((await list()).items)).toEqual([[0, 'id:start', 'of the start']]);
  });

  it('counts its own revisions and refuses a change based on an older one', async () => {
    const { put, remove } = await aDeck();
    await put('of all');
    await put('of all, again');
    expect((await put('one', 'id:a', { 'if-match': '"0"' })).body).toMatchObject({ revision: 1 });
    expect((await put('two', 'id:a', { 'if-match': '"1"' })).body).toMatchObject({ revision: 2 });
    const refused = await put('mine', 'id:a', { 'if-match': '"1"' });
    expect(expectRefusal(refused, 'PRECONDITION_FAILED')).toMatchObject({ current: { inner: 'id:a', body: 'two', revision: 2 } });
    expectRefusal(await remove('id:a', { 'if-match': '"1"' }), 'PRECONDITION_FAILED');
    expect(expectRefusal(await put('x', 'id:b', { 'if-match': '*' }), 'PRECONDITION_FAILED')).toEqual({ current: null });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, by) => put(`by ${by}`, 'id:c', { 'if-none-match': '*' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('has its own history', async () => {
    const { put, history } = await aDeck();
    await put('of all');
    await put('of the start', 'id:start');
    expect(await history('id:start')).toMatchObject({ items: [{ body: 'of the start' }] });
    expect(await history()).toMatchObject({ items: [{ body: 'of all' }] });
    expect(await history('id:other')).toEqual({ items: [] });
  });

  it('is sent to everyone who has the deck open, with the name of the inner slide, also when it is deleted', async () => {
    const { id, put, remove } = await aDeck();
    const client = await watch(lectern, colleague, id).caughtUp();
    // Each change is awaited: those of one note that are read together arrive as the last one.
    const received = (count: number) => eventually(() => client.numbers.length >= count);
    await put('of the end', 'title:1:End');
    await received(1);
    await remove('title:1:End');
    await received(2);
    await put('of all');
    await received(3);
    expect(client.events.filter(({ kind }) => kind === 'note')).toMatchObject([
      { slideIndex: 0, inner: 'title:1:End', note: { inner: 'title:1:End', body: 'of the end' } },
      { slideIndex: 0, inner: 'title:1:End', note: null },
      { slideIndex: 0, inner: null, note: { inner: null, body: 'of all' } },
    ]);
  });

  it('is for everyone who reads the deck, and no one else', async () => {
    const [team, own] = [await aDeck(), await aDeck('private')];
    const theirs = lectern.as(colleague);
    expect((await theirs.put(`/api/decks/${team.id}/notes/0?inner=id:a`, { body: 'x' })).body).toMatchObject({
      inner: 'id:a',
      updatedBy: { name: 'Carl' },
    });
    expectRefusal(await theirs.put(`/api/decks/${own.id}/notes/0?inner=id:a`, { body: 'x' }), 'DECK_NOT_FOUND');
    expectRefusal(await theirs.delete(`/api/decks/${own.id}/notes/0?inner=id:a`), 'DECK_NOT_FOUND');
    expectRefusal(await theirs.get(`/api/decks/${own.id}/notes/0/history?inner=id:a`), 'DECK_NOT_FOUND');
  });

  it.each(['x'.repeat(INNER_NAME_MAX), 'Größe ✓', '../0', "'; drop table notes; --"])('may be of any name: %s', async (inner) => {
    const { put, list } = await aDeck();
    expect((await put('text', inner)).status).toBe(200);
    expect(bodiesOf((await list()).items)).toEqual([[0, inner, 'text']]);
  });

  it.each(['', 'x'.repeat(INNER_NAME_MAX + 1), 'a\0b'])('is refused under the name %j', async (inner) => {
    const { put, remove } = await aDeck();
    expectRefusal(await put('text', inner), 'VALIDATION_FAILED');
    expectRefusal(await remove(inner), 'VALIDATION_FAILED');
  });

  it('is named in the query: in the body the name has no effect, and two names are refused', async () => {
    const { id } = await aDeck();
    const path = `/api/decks/${id}/notes/0`;
    expect((await api.put(path, { body: 'x', inner: 'id:a' })).body).toMatchObject({ inner: null });
    expectRefusal(await api.put(`${path}?inner=a&inner=b`, { body: 'x' }), 'VALIDATION_FAILED');
  });

  it('is in the exported Markdown, below the note of its document', async () => {
    const { id, put } = await aDeck();
    await put('of all');
    await put('of the end', 'title:1:End');
    const { text } = await api.get(`/api/decks/${id}/export/notes.md`);
    expect(text).toContain('## 1. Talk\n\nof all\n\n### End\n\nof the end');
  });
});

describe('in a new version', () => {
  const titles = (...all: string[]) => innerNames(all.map((title) => ({ id: null, title })));

  it('the notes of inner slides follow them by name, wherever they are moved', async () => {
    const { id, currentVersionId, put, list, replace } = await aDeck();
    for (const name of titles('Welcome', 'Figures', 'End')) await put(`on ${name}`, name);
    await replace('slide-1', 'another document');
    const now = new Map((await list()).items.map(({ inner, body }) => [inner, body]));
    expect(titles('New', 'End', 'Welcome', 'Figures').map((name) => now.get(name))).toEqual([
      undefined,
      'on title:1:End',
      'on title:1:Welcome',
      'on title:1:Figures',
    ]);
    expect((await list(currentVersionId)).items).toHaveLength(3);
    expectRefusal(
      await api.put(`/api/decks/${id}/notes/0?inner=id:a`, { body: 'x', versionId: currentVersionId }),
      'VERSION_CHANGED',
    );
  });

  it('without their document they are kept, and return when its version is restored', async () => {
    const { id, currentVersionId, put, list, replace } = await aDeck();
    await put('of all');
    await put('one', 'title:1:One');
    await put('two', 'title:1:Two');
    await replace('other', 'nothing of it is left');
    const lost = await list();
    expect(lost.items).toEqual([]);
    expect(lost.unplaced).toMatchObject([
      { inner: null, body: 'of all', versionId: currentVersionId },
      { inner: 'title:1:One', body: 'one', versionId: currentVersionId },
      { inner: 'title:1:Two', body: 'two', versionId: currentVersionId },
    ]);
    expect((await api.post(`/api/decks/${id}/versions/${currentVersionId}/restore`)).status).toBe(200);
    expect(bodiesOf((await list()).items)).toEqual([
      [0, null, 'of all'],
      [0, 'title:1:One', 'one'],
      [0, 'title:1:Two', 'two'],
    ]);
  });
});
