import createClient from 'openapi-fetch';
import { expect, it } from 'vitest';
import type { paths } from '#server/api/testing/generated/client-types.d.ts';
import { Scene } from '#server/api/testing/scene.ts';
import { aLectern } from '#server/testing/lectern.ts';

const lectern = await aLectern();
const scene = new Scene(lectern, { owner: await lectern.aUser({ name: 'Ada' }) });

/** The types come from the document alone: that this compiles is half of the test. */
it('a stranger writes a client from the document: upload, find, note, replace, restore, download, delete', async () => {
  const { key } = await scene.aKey();
  const client = createClient<paths>({ baseUrl: `${lectern.address}/api`, headers: { authorization: `Bearer ${key}` } });

  const form = new FormData();
  form.set('file', new Blob([Buffer.from(await scene.aPackage())]), 'talk.stage');
  form.set('title', 'A talk');
  const upload = { body: { file: '', title: '' }, bodySerializer: () => form };
  const { data: deck, error: refused } = await client.POST('/decks', {
    ...upload,
    params: { header: { 'Idempotency-Key': 'the talk' } },
  });
  expect(refused).toBeUndefined();
  if (deck === undefined) throw new Error('there is no deck');
  const { id } = deck;
  expect([deck.title, deck.currentVersion.number, deck.manifest.slides.map(({ label }) => label)]).toEqual([
    'A talk',
    1,
    ['Opening', 'Numbers'],
  ]);

  const { data: page } = await client.GET('/decks', { params: { query: { query: 'talk', sort: 'title', limit: 5 } } });
  expect(page?.items.map((item) => item.id)).toEqual([id]);

  const at = { params: { path: { id, slideIndex: 1 } } };
  const { data: note } = await client.PUT('/decks/{id}/notes/{slideIndex}', {
    ...at,
    body: { body: 'Slowly now', versionId: deck.currentVersionId },
  });
  expect(note).toMatchObject({ body: 'Slowly now', revision: 1, updatedBy: { name: 'Ada' } });
  const { error: overtaken } = await client.PUT('/decks/{id}/notes/{slideIndex}', {
    params: { ...at.params, header: { 'If-Match': '"7"' } },
    body: { body: 'Too late' },
  });
  expect(overtaken?.error).toMatchObject({ code: 'PRECONDITION_FAILED', details: { current: { body: 'Slowly now' } } });

  const { data: replaced } = await client.POST('/decks/{id}/versions', { params: { path: { id } }, ...upload });
  expect(replaced?.currentVersion.number).toBe(2);
  const { data: restored } = await client.POST('/decks/{id}/versions/{versionId}/restore', {
    params: { path: { id, versionId: deck.currentVersionId } },
  });
  expect(restored?.currentVersion.number).toBe(1);
  const { data: notes } = await client.GET('/decks/{id}/notes', { params: { path: { id } } });
  expect(notes?.items.map(({ body }) => body)).toEqual(['Slowly now']);

  const { data: blob, response } = await client.GET('/decks/{id}/blob', { params: { path: { id } }, parseAs: 'arrayBuffer' });
  expect([response.headers.get('etag'), blob?.byteLength]).toEqual([`"${deck.fingerprint}"`, deck.currentVersion.sizeBytes]);

  const { response: deleted } = await client.DELETE('/decks/{id}', { params: { path: { id } } });
  expect(deleted.status).toBe(204);
  const { error: gone } = await client.GET('/decks/{id}', { params: { path: { id } } });
  expect(gone?.error.code).toBe('DECK_NOT_FOUND');
});
