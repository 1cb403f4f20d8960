import { RenderFailedError, RendererUnavailableError, type RenderEvent, type RenderRequest } from 'deck-renderer';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { INSTANCES, needsOneInstance } from '#server/db/testing/instances.ts';
import { aLectern, startLectern, type TestLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { settled } from '#server/testing/settled.ts';
import { REQUESTED_PICTURE_MAX_BYTES, REQUESTED_PICTURES_MAX, REQUESTED_PICTURES_MAX_BYTES } from '#shared/limits.ts';
import { aPicture, type PictureEvent, picturesIn, TestRenderer, wantedPictures, withPictures } from './testing/renderers.ts';

/** A deck of two slides whose pictures are made. */
async function aRenderedDeck(lectern: TestLectern, visibility: 'private' | 'team' = 'private') {
  const owner = await lectern.aUser();
  const { id, currentVersionId: versionId } = await lectern.aDeck({ owner, visibility });
  const { sql } = lectern.database;
  await eventually(
    async () => (await sql`select from render_jobs where version_id = ${versionId} and state = 'done'`).length === 1,
  );
  const at = (query: string, slide = 0) => `/api/decks/${id}/slides/${slide}/picture?${query}`;
  return { id, versionId, owner, api: lectern.as(owner), at };
}

/** The requests for some pictures. */
const asked = ({ requests }: TestRenderer) => requests.filter((request) => picturesIn(request).length > 0);
const stored = ({ database: { sql } }: TestLectern) =>
  sql`select slide_index as index, "inner", step, width, format, size_bytes as size from requested_pictures order by used_at, id`;

/** Renders pictures after `open` was called, and says when it was asked. */
function aClosedRenderer() {
  const [begun, opened] = [Promise.withResolvers<RenderRequest>(), Promise.withResolvers<void>()];
  const renderer = new TestRenderer(
    withPictures(async function* waiting(request) {
      begun.resolve(request);
      await opened.promise;
      yield* wantedPictures(request);
    }),
  );
  return { renderer, begun: begun.promise, open: opened.resolve };
}

describe('a picture of another width, step or format', () => {
  it.skipIf(needsOneInstance('two instances that are asked for a picture at the same time both make it'))(
    'is made on request, once, and stored',
    async () => {
      const { renderer, begun, open } = aClosedRenderer();
      await using lectern = await startLectern({}, { renderer });
      const { api, at } = await aRenderedDeck(lectern);
      const large = at('width=1920&format=png');
      const both = Promise.all([api.get(large), api.get(large)]);
      const request = await begun;
      const { deck } = request;
      expect(picturesIn(request)).toEqual([{ index: 0, inner: null, step: 'last', width: 1920, format: 'png' }]);
      const path = `${new URL(deck.baseUrl).pathname}slides/1.html`;
      expect((await lectern.as(null).get(path)).status).toBe(200);
      open();
      for (const answer of await both) {
        expect(answer).toMatchObject({
          status: 200,
          headers: { 'content-type': 'image/png', 'cache-control': 'private, no-cache', 'content-length': '19' },
        });
        expect(answer.bytes.subarray(0, 4).toString('latin1')).toBe('\u0089PNG');
        expect(answer.text).toContain('0 last 1920');
        expect((await api.get(large, { 'if-none-match': answer.headers.etag })).status).toBe(304);
      }
      expect((await api.head(large)).headers['content-length']).toBe('19');
      expect(asked(renderer)).toHaveLength(1);
      expect(await stored(lectern)).toEqual([{ index: 0, inner: null, step: null, width: 1920, format: 'png', size: 19 }]);
      // The package, the pictures of all slides, and this one.
      expect((await lectern.leftovers()).blobs).toHaveLength(3);

      // Its address has ended with it.
      await eventually(async () => (await lectern.as(null).get(path)).status === 404);
      expect(await lectern.database.sql`select from playback_grants where pictures_id is not null`).toEqual([]);
    },
  );

  it('is told apart by its address; the last step has one picture', async () => {
    const renderer = new TestRenderer(withPictures(wantedPictures));
    await using lectern = await startLectern({}, { renderer });
    const { api, at, versionId } = await aRenderedDeck(lectern);
    await lectern.database.sql`update rendered_slides set steps = 2 where version_id = ${versionId}`;
    const answers: [string, string][] = [
      ['step=1&width=320', '0 1 320'],
      ['step=0&width=320', '0 0 320'],
      ['width=320', '0 last 320'],
      ['width=1280&step=2', '0 last 1280'],
      ['width=1280&step=7', '0 last 1280'],
      ['width=1280', '0 last 1280'],
      ['step=0', '0 0 640'],
      ['step=2&width=640&format=webp', 'slides/1.html'],
    ];
    const tags = new Set<string | undefined>();
    for (const [query, text] of answers) {
      const answer = await api.get(at(query));
      expect([query, answer.text]).toEqual([query, `RIFF....WEBP${text}`]);
      tags.add(answer.headers.etag);
    }
    expect(tags.size).toBe(6);
    expect(asked(renderer)).toHaveLength(5);
    const [{ used } = { used: false }] = await lectern.database.sql<{ used: boolean }[]>`
      update requested_pictures set used_at = now() - interval '2 hours' where width = 1280 returning true as used`;
    expect(used).toBe(true);
    await api.get(at('width=1280'));
    expect(await lectern.database.sql`select from requested_pictures where used_at < now() - interval '1 hour'`).toEqual([]);
  });

  it.each(['width=641', 'width=', 'width=1e3', 'format=jpeg', 'format=', 'step=-1', 'step=last', 'step=1.5', 'step=9999999'])(
    'is refused with values that are not allowed: %s',
    async (query) => {
      const { api, at } = await aDeckWithoutRenderer();
      expectRefusal(await api.get(at(query)), 'VALIDATION_FAILED');
    },
  );

  it('is not found without a renderer', async () => {
    const { api, at } = await aDeckWithoutRenderer();
    expectRefusal(await api.get(at('width=1920')), 'PICTURE_NOT_FOUND');
  });

  it('is not found before the renderer has found the slides', async () => {
    const closed = Promise.withResolvers<void>();
    async function* waiting(): AsyncGenerator<RenderEvent> {
      await closed.promise;
      yield { type: 'done' };
    }
    const renderer = new TestRenderer(waiting);
    await using lectern = await startLectern({}, { renderer });
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner });
    expectRefusal(await lectern.as(owner).get(`/api/decks/${id}/slides/0/picture?width=1920`), 'PICTURE_NOT_FOUND');
    expectRefusal(await lectern.as(owner).get(`/api/decks/${id}/slides/2/picture?width=1920`), 'SLIDE_NOT_FOUND');
    closed.resolve();
  });
});

const withoutRenderer = await aLectern();
async function aDeckWithoutRenderer() {
  const owner = await withoutRenderer.aUser();
  const { id } = await withoutRenderer.aDeck({ owner });
  return { api: withoutRenderer.as(owner), at: (query: string) => `/api/decks/${id}/slides/0/picture?${query}` };
}

describe('what the renderer sends is not trusted', () => {
  const html = (): RenderEvent => aPicture(0, null, '<script>', '<!doctype html>');
  const large = { ...aPicture(0, null, ''), bytes: Buffer.alloc(REQUESTED_PICTURE_MAX_BYTES + 1, 'RIFF....WEBP') };
  it.each<[string, () => RenderEvent]>([
    ['no picture', html],
    ['another format', () => aPicture(0, null, 'x', Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'))],
    ['another slide', () => aPicture(1, null, 'x')],
    ['another inner slide', () => aPicture(0, 3, 'x')],
    ['too many bytes', (): PictureEvent => large],
    ['a failure', () => ({ type: 'failed', index: 0, inner: null, reason: 'crashed' })],
    [
      'the end of the browser',
      () => {
        throw new RenderFailedError('memory');
      },
    ],
  ])('%s: nothing is stored, and it is not tried again at once', async (_, event) => {
    const renderer = new TestRenderer(
      withPictures(async function* single() {
        yield event();
      }),
    );
    await using lectern = await startLectern({}, { renderer });
    const { api, at } = await aRenderedDeck(lectern);
    // Each instance remembers by itself what could not be made.
    for (let times = 0; times < 2 * INSTANCES; times += 1) expectRefusal(await api.get(at('width=1920')), 'PICTURE_NOT_FOUND');
    expect(asked(renderer)).toHaveLength(INSTANCES);
    expect(await stored(lectern)).toEqual([]);
    expect((await settled(lectern)).blobs).toHaveLength(2);
  });
});

describe('a picture that someone waits for', () => {
  it('is only for those who may read the deck when it is ready', async () => {
    const { renderer, begun, open } = aClosedRenderer();
    await using lectern = await startLectern({}, { renderer });
    const { id, versionId, api, at } = await aRenderedDeck(lectern, 'team');
    const guest = lectern.as(await lectern.aUser());
    const picture = at(`width=1920&versionId=${versionId}`);
    const waiting = guest.get(picture);
    await begun;
    await api.patch(`/api/decks/${id}`, { visibility: 'private' });
    open();
    expectRefusal(await waiting, 'DECK_NOT_FOUND');
    const { status, headers } = await api.get(picture);
    expect(status).toBe(200);
    expectRefusal(await guest.get(picture, { 'if-none-match': headers.etag }), 'DECK_NOT_FOUND');
    expectRefusal(await lectern.as(null).get(picture), 'UNAUTHENTICATED');
    const elsewhere = await lectern.aDeck({ owner: await lectern.aUser(), visibility: 'team' });
    expectRefusal(await guest.get(picture.replace(id, elsewhere.id)), 'VERSION_NOT_FOUND');
    expect(asked(renderer)).toHaveLength(1);
  });

  it('is not stored for a deck that was deleted meanwhile, and is deleted with its deck', async () => {
    const { renderer, begun, open } = aClosedRenderer();
    await using lectern = await startLectern({}, { renderer });
    const [gone, kept] = [await aRenderedDeck(lectern), await aRenderedDeck(lectern)];
    const waiting = gone.api.get(gone.at('width=1920'));
    const { deck } = await begun;
    await gone.api.delete(`/api/decks/${gone.id}`);
    // Other instances may serve the address for some seconds; this one does not.
    expect(await lectern.database.sql`select from playback_grants where pictures_id is not null`).toEqual([]);
    open();
    expectRefusal(await waiting, 'DECK_NOT_FOUND');
    expect(await stored(lectern)).toEqual([]);
    expect(new URL(deck.baseUrl).origin).toBe(lectern.address);
    expect((await kept.api.get(kept.at('width=1920'))).status).toBe(200);
    for (const { api, id } of [gone, kept]) {
      if (id === kept.id) await api.delete(`/api/decks/${id}`);
      await api.delete(`/api/trash/${id}`);
    }
    expect(await stored(lectern)).toEqual([]);
    expect((await lectern.leftovers()).blobs).toEqual([]);
  });

  it('and cannot be made at the moment is a 503 that says when to ask again', async () => {
    const away = new TestRenderer(
      withPictures(() => {
        throw new RendererUnavailableError('Its browser is being updated.');
      }),
    );
    await using lectern = await startLectern({}, { renderer: away });
    const { api, at } = await aRenderedDeck(lectern);
    for (const _ of [1, 2]) {
      const answer = await api.get(at('width=1920'));
      expectRefusal(answer, 'PICTURE_NOT_READY');
      expect(answer.headers['retry-after']).toBe('5');
    }
    expect(asked(away)).toHaveLength(2);
  });
});

it('the pictures used longest ago are removed beyond the limits of number and bytes', async () => {
  const renderer = new TestRenderer(withPictures(wantedPictures));
  await using lectern = await startLectern({}, { renderer });
  const { api, at, versionId } = await aRenderedDeck(lectern);
  const { sql } = lectern.database;
  const left = async () => (await sql`select from requested_pictures`).length;
  await api.get(at('width=320'));
  await sql`update requested_pictures set size_bytes = ${REQUESTED_PICTURES_MAX_BYTES}, used_at = now() - interval '1 minute'`;
  await api.get(at('width=1280'));
  await eventually(async () => (await left()) === 1);
  expect(await stored(lectern)).toMatchObject([{ width: 1280 }]);
  await eventually(async () => (await lectern.leftovers()).blobs.length === 3);

  await sql`insert into requested_pictures (id, version_id, slide_index, step, width, format, blob_key, size_bytes, used_at)
    select 'old-' || n, ${versionId}, 0, n, 320, 'png', 'blob-' || n, 1, now() - make_interval(mins => n)
    from generate_series(1, ${REQUESTED_PICTURES_MAX}) n`;
  await api.get(at('width=1920'));
  await eventually(async () => (await left()) === REQUESTED_PICTURES_MAX);
  const old =
    await sql`select id from requested_pictures where id in (${`old-${REQUESTED_PICTURES_MAX}`}, ${`old-${REQUESTED_PICTURES_MAX - 1}`}, 'old-1')`;
  expect(old).toEqual([{ id: 'old-1' }]);
});
