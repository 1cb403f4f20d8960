import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { SlideFields } from 'deck-format/node';
import { eventually } from '#server/db/testing/eventually.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { raceWith } from '#server/testing/race.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { settled } from '#server/testing/settled.ts';
import { type DeckDetail, deckDetailSchema } from '#shared/decks.ts';
import { slideInkSchema } from '#shared/ink.ts';
import { noteListSchema } from '#shared/notes.ts';
import { versionListSchema } from '#shared/versions.ts';

const lectern = await aLectern();
const owner = await lectern.aUser({ name: 'Olga' });
const api = lectern.as(owner);

/** A package with slides given as `id:content`. */
function packageOf(...slides: string[]): Promise<Uint8Array> {
  const parts = slides.map((slide, at) => ({
    id: slide.split(':')[0] ?? '',
    file: `slides/${at}.html`,
    content: slide.split(':')[1] ?? '',
  }));
  const fields: SlideFields[] = parts.map(({ id, file }) => ({ id, file, label: id }));
  return aPackage({
    slides: fields,
    files: Object.fromEntries(parts.map(({ file, content }) => [file, `<!doctype html><p>${content}`])),
  });
}

async function aDeckOf(...slides: string[]): Promise<DeckDetail> {
  const answer = await api.send('POST', '/api/decks', anUpload(await packageOf(...slides)));
  return deckDetailSchema.parse(answer.body);
}

async function replace(id: string, ...slides: string[]): Promise<DeckDetail> {
  const answer = await api.send('POST', `/api/decks/${id}/versions`, anUpload(await packageOf(...slides)));
  expect(answer.status).toBe(201);
  expect(answer.headers.location).toBe(`/api/decks/${id}`);
  return deckDetailSchema.parse(answer.body);
}

const restore = async (id: string, versionId: string) =>
  deckDetailSchema.parse((await api.post(`/api/decks/${id}/versions/${versionId}/restore`)).body);
const note = (id: string, at: number, body: string) => api.put(`/api/decks/${id}/notes/${at}`, { body });

/** The notes by slide, and the notes without a slide. Default: those of the current version. */
async function notesOf(
  id: string,
  ofVersion?: string,
): Promise<{ placed: [number, string][]; unplaced: [number, string, string][] }> {
  const { items, unplaced } = noteListSchema.parse(
    (await api.get(`/api/decks/${id}/notes${ofVersion === undefined ? '' : `?versionId=${ofVersion}`}`)).body,
  );
  return {
    placed: items.map(({ slideIndex, body }) => [slideIndex, body]),
    unplaced: unplaced.map(({ slideIndex, body, versionId }) => [slideIndex, body, versionId]),
  };
}

const listed = async (id: string) => versionListSchema.parse((await api.get(`/api/decks/${id}/versions`)).body).items;

describe('a new version', () => {
  it('is the current one with the same link, title and visibility; the old one stays', async () => {
    const first = await lectern.aDeck({ owner, title: 'Kept', visibility: 'team' });
    const second = await replace(first.id, 'a:1', 'b:2', 'c:3');
    expect(second).toMatchObject({ id: first.id, title: 'Kept', visibility: 'team', slideCount: 3, createdAt: first.createdAt });
    expect(second.currentVersion).toMatchObject({
      number: 2,
      current: true,
      createdBy: { id: owner.id, name: 'Olga' },
      slideCount: 3,
    });
    expect(second.fingerprint).toBe(second.currentVersion.fingerprint);
    expect(Date.parse(second.updatedAt)).toBeGreaterThanOrEqual(Date.parse(first.updatedAt));
    expect((await listed(first.id)).map(({ id, number, current }) => [id, number, current])).toEqual([
      [second.currentVersionId, 2, true],
      [first.currentVersionId, 1, false],
    ]);
    const old = await api.get(`/api/decks/${first.id}/versions/${first.currentVersionId}/blob`);
    expect([old.status, old.headers.etag]).toEqual([200, `"${first.fingerprint}"`]);
    expect((await api.get(`/api/decks/${first.id}/blob`)).headers.etag).toBe(`"${second.fingerprint}"`);
  });

  it('that is refused changes nothing', async () => {
    const { id, currentVersionId } = await aDeckOf('a:1');
    const before = await settled(lectern);
    expectRefusal(await api.send('POST', `/api/decks/${id}/versions`, anUpload(Buffer.from('no package'))), 'INVALID_PACKAGE');
    expect(await settled(lectern)).toEqual(before);
    expect((await listed(id)).map((version) => version.id)).toEqual([currentVersionId]);
  });

  it('is added after another one that is uploaded at the same time', async () => {
    const { id } = await aDeckOf('a:1');
    await note(id, 0, 'kept');
    const both = await Promise.all([replace(id, 'a:2', 'x:1'), replace(id, 'a:3', 'y:1')]);
    const versions = await listed(id);
    expect(versions.map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(versions.filter(({ current }) => current)).toHaveLength(1);
    expect(new Set(both.map((detail) => detail.id))).toEqual(new Set([id]));
    expect((await notesOf(id)).placed).toEqual([[0, 'kept']]);
  });

  it('keeps notes and annotations on their slides', async () => {
    const { id, currentVersionId } = await aDeckOf('intro:1', 'middle:2', 'end:3', 'gone:4');
    for (const [at, body] of ['on intro', 'on middle', 'on end', 'on gone'].entries()) await note(id, at, body);
    // One slide moved and changed, found by its id; one with the same bytes under another id; one removed; one new.
    await replace(id, 'end:9', 'renamed:2', 'new:5', 'intro:1');
    const { placed, unplaced } = await notesOf(id);
    expect(placed).toEqual([
      [0, 'on end'],
      [1, 'on middle'],
      [3, 'on intro'],
    ]);
    expect(unplaced).toEqual([[3, 'on gone', currentVersionId]]);
  });

  it('keeps notes without a slide through other versions until the slide returns', async () => {
    const { id } = await aDeckOf('a:1', 'b:2');
    await note(id, 1, 'on b');
    await replace(id, 'a:1');
    await replace(id, 'a:5');
    expect(await notesOf(id)).toMatchObject({ placed: [], unplaced: [[1, 'on b', expect.any(String)]] });
    await replace(id, 'b:7', 'a:5');
    expect(await notesOf(id)).toEqual({ placed: [[0, 'on b']], unplaced: [] });
  });

  it('finds removed slides only in the last few versions and the current one', async () => {
    const { id, currentVersionId } = await aDeckOf('a:1', 'b:2');
    await note(id, 1, 'on b');
    for (const content of ['3', '4', '5', '6']) await replace(id, `a:${content}`);
    // The first version is the fifth from the newest, so it is still searched.
    await replace(id, 'a:7', 'b:2');
    expect((await notesOf(id)).placed).toEqual([[1, 'on b']]);
    for (const content of ['3', '4', '5', '6', '8']) await replace(id, `a:${content}`);
    await replace(id, 'a:9', 'b:2');
    expect(await notesOf(id)).toMatchObject({ placed: [], unplaced: [[1, 'on b', expect.any(String)]] });
    await restore(id, currentVersionId);
    await replace(id, 'a:10', 'b:2');
    expect((await notesOf(id)).placed).toEqual([[1, 'on b']]);
  });

  it('is matched again if another version became current while it waited for the deck', async () => {
    const { id, currentVersionId } = await aDeckOf('a:1', 'b:2');
    await replace(id, 'b:2');
    const { sql } = lectern.database;
    const { sent } = await sql.begin(async (tx) => {
      await tx`select 1 from decks where id = ${id} for update`;
      const waiting = replace(id, 'b:5', 'c:2');
      const blocked = () => sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await eventually(async () => (await blocked()).length > 0);
      await tx`insert into versions (id, deck_id, number, fingerprint, size_bytes, slide_count, has_thumbnail, blob_key)
        select 'between', deck_id, 3, fingerprint, size_bytes, 1, false, 'between' from versions where id = ${currentVersionId}`;
      await tx`insert into packages (version_id, manifest, entries)
        select 'between', manifest, entries from packages where version_id = ${currentVersionId}`;
      await tx`insert into slides (version_id, index, slide_key, manifest_id, digest) values ('between', 0, 'a key between', 'c', 'x')`;
      await tx`update decks set current_version_id = 'between' where id = ${id}`;
      return { sent: waiting };
    });
    const { currentVersion } = await sent;
    expect(currentVersion.number).toBe(4);
    const keys = await sql`select slide_key from slides where version_id = ${currentVersion.id} order by index`;
    expect(keys[1]).toEqual({ slide_key: 'a key between' });
  });

  it('leaves notes and annotations readable by the old version, for a talk that shows it', async () => {
    const { id, currentVersionId } = await aDeckOf('a:1', 'b:2', 'c:3');
    const second = await replace(id, 'new:9', 'c:3', 'a:1');
    for (const [at, body] of ['on new', 'on c', 'on a'].entries()) await note(id, at, body);
    await api.put(`/api/decks/${id}/annotations/1`, { payload: 'drawn on c' });
    expect(await notesOf(id, currentVersionId)).toEqual({
      placed: [
        [0, 'on a'],
        [2, 'on c'],
      ],
      unplaced: [[0, 'on new', second.currentVersionId]],
    });
    const drawn = await api.get(`/api/decks/${id}/annotations?versionId=${currentVersionId}`);
    expect(drawn.body).toMatchObject({ items: [{ slideIndex: 2, payload: 'drawn on c' }], unplaced: [] });
    expect(await notesOf(id, second.currentVersionId)).toEqual(await notesOf(id));
  });

  it('shows the current drawings of its slides for the old version, where drawing is refused', async () => {
    const { id, currentVersionId: versionId } = await aDeckOf('a:1', 'b:2', 'c:3');
    const other = await lectern.aDeck({ owner });
    const draw = (at: number, stroke: string, more: object = {}) => {
      const pen = { id: stroke, tool: 'pen', color: '#d9542b', width: 4, points: [[1, 2, 0.5]] };
      return api.post(`/api/decks/${id}/annotations/${at}/strokes`, { add: [pen], ...more });
    };
    const read = async (slideIndex: number, ofVersion: string) => {
      const input = JSON.stringify({ id, slideIndex, versionId: ofVersion });
      return api.get(`/api/trpc/annotations.ink?${new URLSearchParams({ input }).toString()}`);
    };
    const drawnOn = async (slideIndex: number, ofVersion: string) => {
      const { body } = await read(slideIndex, ofVersion);
      const { replaced, strokes } = z.object({ result: z.object({ data: slideInkSchema }) }).parse(body).result.data;
      return { replaced, strokes: strokes.map((stroke) => stroke.id) };
    };
    for (const [at, stroke] of ['a', 'b', 'c'].entries()) expect((await draw(at, stroke)).status).toBe(200);
    const { currentVersionId } = await replace(id, 'c:3', 'a:1');
    expect((await draw(0, 'c-again')).status).toBe(200);
    expect(await drawnOn(0, versionId)).toEqual({ replaced: true, strokes: ['a'] });
    expect(await drawnOn(1, versionId)).toEqual({ replaced: true, strokes: ['b'] });
    expect(await drawnOn(2, versionId)).toEqual({ replaced: true, strokes: ['c', 'c-again'] });
    expect(await drawnOn(0, currentVersionId)).toEqual({ replaced: false, strokes: ['c', 'c-again'] });
    expectRefusal(await draw(0, 'too-late', { versionId }), 'VERSION_CHANGED');
    expect((await read(0, other.currentVersionId)).status).toBe(404);
  });

  it('tells windows that show an older one what has become of its slides', async () => {
    const { id, currentVersionId } = await aDeckOf('a:1', 'b:2', 'c:3');
    const other = await lectern.aDeck({ owner });
    const ask = (versionId: string) => {
      const input = JSON.stringify({ id, versionId });
      return api.get(`/api/trpc/versions.changes?${new URLSearchParams({ input }).toString()}`);
    };
    await replace(id, 'new:9', 'c:4', 'a:1');
    expect((await ask(currentVersionId)).body).toMatchObject({
      result: {
        data: {
          number: 2,
          slides: [{ index: 2 }, { index: null }, { index: 1 }],
          summary: {
            added: { count: 1, numbers: [1] },
            changed: { count: 1, numbers: [2] },
            removed: { count: 1, numbers: [2] },
          },
        },
      },
    });
    expect((await ask(other.currentVersionId)).status).toBe(404);
  });

  it('has no notes with the version of another deck or an unknown one', async () => {
    const [{ id }, other] = await Promise.all([aDeckOf('a:1'), aDeckOf('b:1')]);
    for (const kind of ['notes', 'annotations'])
      for (const versionId of [other.currentVersionId, 'none'])
        expectRefusal(await api.get(`/api/decks/${id}/${kind}?versionId=${versionId}`), 'VERSION_NOT_FOUND');
  });

  it('makes writes for the old one fail', async () => {
    const { id, currentVersionId } = await aDeckOf('a:1', 'b:2');
    await replace(id, 'b:2', 'a:1');
    for (const kind of ['notes', 'annotations']) {
      const content = kind === 'notes' ? { body: 'x' } : { payload: 1 };
      expectRefusal(await api.put(`/api/decks/${id}/${kind}/0`, { ...content, versionId: currentVersionId }), 'VERSION_CHANGED');
      expectRefusal(await api.delete(`/api/decks/${id}/${kind}/0?versionId=${currentVersionId}`), 'VERSION_CHANGED');
    }
    expect(await notesOf(id)).toEqual({ placed: [], unplaced: [] });
  });

  it('leaves the old one readable for followers of a talk', async () => {
    const old = await aDeckOf('a:1', 'b:2', 'c:3');
    await replace(old.id, 'a:1');
    const ask = (versionId: string) =>
      api.get(`/api/trpc/versions.get?input=${encodeURIComponent(JSON.stringify({ id: old.id, versionId }))}`);
    const { version, manifest } = (
      (await ask(old.currentVersionId)).body as { result: { data: Record<'version' | 'manifest', unknown> } }
    ).result.data;
    expect(version).toMatchObject({ number: 1, slideCount: 3, current: false });
    expect(manifest).toEqual(old.manifest);
    expect((await ask('nothing')).status).toBe(404);
  });

  it('counts against the owner’s quota, even if another user uploads it', async () => {
    const size = (await packageOf('a:1')).length;
    await using tight = await startLectern({ USER_QUOTA_BYTES: String(Math.floor(size * 1.5)) });
    const [theirOwner, admin] = [await tight.aUser(), await tight.aUser({ role: 'admin' })];
    const { body } = await tight.as(theirOwner).send('POST', '/api/decks', anUpload(await packageOf('a:1')));
    const { id } = deckDetailSchema.parse(body);
    expectRefusal(
      await tight.as(admin).send('POST', `/api/decks/${id}/versions`, anUpload(await packageOf('a:2'))),
      'STORAGE_FULL',
    );
  });

  it('counts against the owner’s quota as it is when the version is written, whoever uploads it', async () => {
    const next = anUpload(await packageOf('a:2'));
    const quota = (await packageOf('a:1')).length * 3;
    await using roomy = await startLectern({ USER_QUOTA_BYTES: String(quota) });
    const [theirOwner, admin] = [await roomy.aUser(), await roomy.aUser({ role: 'admin' })];
    const { body } = await roomy.as(theirOwner).send('POST', '/api/decks', anUpload(await packageOf('a:1')));
    const { id } = deckDetailSchema.parse(body);
    // Another instance writes for the same owner.
    const race = await raceWith(
      roomy,
      async (tx) => {
        await tx`select from decks where id = ${id} for update`;
        await tx`update versions set size_bytes = ${quota} where deck_id = ${id}`;
      },
      () => roomy.as(admin).send('POST', `/api/decks/${id}/versions`, next),
    );
    expectRefusal(race.answer, 'STORAGE_FULL');
    expect(race.waited).toBe(true);
  });
});

describe('a restored version', () => {
  it('is current again with its notes and annotations, and those of the other version are kept', async () => {
    const { id, currentVersionId } = await aDeckOf('a:1', 'b:2');
    await note(id, 1, 'on b');
    const { currentVersionId: second } = await replace(id, 'a:1', 'c:3');
    await note(id, 1, 'on c');
    const restored = await restore(id, currentVersionId);
    expect(restored).toMatchObject({ currentVersionId, slideCount: 2, currentVersion: { number: 1, current: true } });
    expect(await notesOf(id)).toEqual({ placed: [[1, 'on b']], unplaced: [[1, 'on c', second]] });
    await restore(id, second);
    expect(await notesOf(id)).toEqual({ placed: [[1, 'on c']], unplaced: [[1, 'on b', currentVersionId]] });
    expect((await listed(id)).map(({ number }) => number)).toEqual([2, 1]);
  });

  it('is the base of the next version', async () => {
    const { id, currentVersionId } = await aDeckOf('a:1', 'b:2');
    await note(id, 0, 'on a');
    await replace(id, 'x:8');
    await restore(id, currentVersionId);
    const third = await replace(id, 'b:2', 'a:4');
    expect(third.currentVersion.number).toBe(3);
    expect((await notesOf(id)).placed).toEqual([[1, 'on a']]);
  });

  it('must belong to the deck', async () => {
    const [one, other] = [await aDeckOf('a:1'), await aDeckOf('a:1')];
    expectRefusal(await api.post(`/api/decks/${one.id}/versions/${other.currentVersionId}/restore`), 'VERSION_NOT_FOUND');
  });

  it('can be the current one', async () => {
    const { id, currentVersionId } = await aDeckOf('a:1');
    expect((await restore(id, currentVersionId)).currentVersionId).toBe(currentVersionId);
  });
});
