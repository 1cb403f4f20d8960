import { RenderFailedError } from 'deck-renderer';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { aLectern, startLectern, type TestLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { deckDetailSchema, type DeckDetail } from '#shared/decks.ts';
import { renderingSchema, slideListSchema } from '#shared/slides.ts';
import { versionListSchema } from '#shared/versions.ts';
import { aPicture, TestRenderer } from './testing/renderers.ts';

const LABELS = [
  { file: 'slides/1.html', label: 'Opening' },
  { file: 'slides/2.html', label: 'Numbers' },
];
const FILES = { 'slides/1.html': '<h1>1', 'slides/2.html': '<h1>2' };

/** Finds two slides in the first document, and none in the second. */
const renderer = new TestRenderer(async function* twoInFirst() {
  const title = 'From the deck';
  yield { type: 'slides', slides: [0, 1].map((inner) => ({ index: 0, inner, title, name: `title:${inner + 1}:${title}` })) };
  yield aPicture(0, 0, 'first');
  yield aPicture(0, 1, 'second');
  yield { type: 'done' };
});
const lectern = await aLectern();

async function aRenderedDeck(at: TestLectern): Promise<{ deck: DeckDetail; owner: { cookie: string } }> {
  const owner = await at.aUser();
  const { id } = await at.aDeck({ owner, slides: LABELS, files: FILES });
  const deck = await eventually(async () => {
    const found = deckDetailSchema.parse((await at.as(owner).get(`/api/decks/${id}`)).body);
    return found.shownSlideCount === null ? null : found;
  });
  return { deck, owner };
}

describe('the slides of a deck', () => {
  it('are those of the manifest until the deck is rendered', async () => {
    const owner = await lectern.aUser();
    const deck = await lectern.aDeck({ owner, slides: LABELS, files: FILES });
    expect(deck).toMatchObject({ slideCount: 2, shownSlideCount: null, hasThumbnail: false });
    const { body } = await lectern.as(owner).get(`/api/decks/${deck.id}/slides`);
    const versions = versionListSchema.parse((await lectern.as(owner).get(`/api/decks/${deck.id}/versions`)).body);
    expect(versions.items).toMatchObject([{ shownSlideCount: null, thumbnailUrl: null }]);
    const none = { inner: null, thumbnailUrl: null, steps: null };
    expect(slideListSchema.parse(body).items).toEqual([
      { index: 0, title: 'Opening', ...none },
      { index: 1, title: 'Numbers', ...none },
    ]);
    for (const [slideIndex, code] of [[0, 'PICTURE_NOT_FOUND'] as const, [2, 'SLIDE_NOT_FOUND'] as const])
      expectRefusal(await lectern.as(owner).get(`/api/decks/${deck.id}/slides/${slideIndex}/picture`), code);
    expectRefusal(await lectern.as(owner).get(`/api/decks/${deck.id}/thumbnail`), 'THUMBNAIL_NOT_FOUND');
  });

  it('say how far their pictures are', async () => {
    const gate = Promise.withResolvers<void>();
    const waiting = new TestRenderer(async function* two({ deck }) {
      yield { type: 'slides', slides: deck.slides.map((_, index) => ({ index, inner: null, title: '', name: null })) };
      await gate.promise;
      yield aPicture(0, null, 'first');
      throw new RenderFailedError('memory');
    });
    await using other = await startLectern({}, { renderer: waiting });
    const owner = await other.aUser();
    const { id } = await other.aDeck({ owner });
    const rendering = async (at: TestLectern, deckId = id) => (await at.as(owner).get(`/api/decks/${deckId}/rendering`)).body;
    await eventually(async () => {
      const { state, of } = renderingSchema.parse(await rendering(other));
      return state === 'running' && of !== null;
    });
    expect(await rendering(other)).toEqual({ state: 'running', done: 0, of: 2, error: null });
    await other.database.sql`update render_jobs set state = 'queued', holder = null`;
    expect(await rendering(other)).toEqual({ state: 'waiting', done: 0, of: 2, error: null });
    await other.database.sql`update render_jobs set state = 'failed', error = 'lost'`;
    expect(await rendering(other)).toMatchObject({ state: 'failed', error: 'crashed' });
    await other.database.sql`update render_jobs set error = 'deck_timeout'`;
    expect(await rendering(other)).toMatchObject({ state: 'failed', error: 'timeout' });
    gate.resolve();

    const { id: unrendered } = await lectern.aDeck({ owner: await lectern.aUser() });
    await lectern.database.sql`update decks set visibility = 'team' where id = ${unrendered}`;
    const seen = await lectern.as(await lectern.aUser()).get(`/api/decks/${unrendered}/rendering`);
    expect(seen.body).toEqual({ state: 'off', done: 0, of: null, error: null });
  });

  it('have pictures afterwards, at addresses of their version', async () => {
    await using other = await startLectern({}, { renderer });
    const { deck, owner } = await aRenderedDeck(other);
    expect(deck).toMatchObject({ slideCount: 2, shownSlideCount: 2, hasThumbnail: true });
    const api = other.as(owner);
    const { items } = slideListSchema.parse((await api.get(`/api/decks/${deck.id}/slides`)).body);
    expect(items).toMatchObject([
      { index: 0, inner: 0, title: 'From the deck', steps: 0 },
      { index: 0, inner: 1, title: 'From the deck', steps: 0 },
    ]);
    const second = items[1]?.thumbnailUrl ?? '';
    expect(second).toContain(`versionId=${deck.currentVersionId}`);
    const answer = await api.get(second);
    expect(answer).toMatchObject({
      status: 200,
      text: 'RIFF....WEBPsecond',
      headers: { 'content-type': 'image/webp', 'cache-control': 'private, no-cache', 'content-length': '18' },
    });
    expect(await api.head(second)).toMatchObject({ status: 200, text: '', headers: { 'content-length': '18' } });
    expect((await api.get(second, { 'if-none-match': answer.headers.etag })).status).toBe(304);
    // Without `inner`, it is the first slide in the document.
    for (const path of ['slides/0/picture', 'thumbnail'])
      expect(await api.get(`/api/decks/${deck.id}/${path}`)).toMatchObject({ status: 200, text: 'RIFF....WEBPfirst' });
    const versions = versionListSchema.parse((await api.get(`/api/decks/${deck.id}/versions`)).body).items;
    expect(versions).toMatchObject([
      { shownSlideCount: 2, thumbnailUrl: expect.stringContaining(`versionId=${deck.currentVersionId}`) },
    ]);
    expect((await api.get(versions[0]?.thumbnailUrl ?? '')).text).toBe('RIFF....WEBPfirst');
    for (const query of ['inner=2', 'inner=x', 'inner=-1', 'inner=1.0', 'inner=9999999'])
      expect((await api.get(`/api/decks/${deck.id}/slides/0/picture?${query}`)).status).toBe(query === 'inner=2' ? 404 : 400);
  });

  it('and their pictures are only for those who may read the deck', async () => {
    await using other = await startLectern({}, { renderer });
    const { deck, owner } = await aRenderedDeck(other);
    const guest = await other.aUser();
    const picture = `/api/decks/${deck.id}/slides/0/picture?versionId=${deck.currentVersionId}`;
    await other.as(owner).patch(`/api/decks/${deck.id}`, { visibility: 'team' });
    const { status, headers } = await other.as(guest).get(picture);
    expect(status).toBe(200);
    await other.as(owner).patch(`/api/decks/${deck.id}`, { visibility: 'private' });
    // What the browser has cached must not be confirmed either.
    for (const path of [picture, `/api/decks/${deck.id}/thumbnail`, `/api/decks/${deck.id}/slides`])
      expectRefusal(await other.as(guest).get(path, { 'if-none-match': headers.etag }), 'DECK_NOT_FOUND');
    expectRefusal(await other.as(null).get(picture), 'UNAUTHENTICATED');
    const elsewhere = await other.aDeck({ owner: guest });
    expectRefusal(await other.as(guest).get(picture.replace(deck.id, elsewhere.id)), 'VERSION_NOT_FOUND');
  });
});
