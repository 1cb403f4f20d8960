import { type RenderEvent, RenderFailedError, type SlideFailure } from 'deck-renderer';
import { describe, expect, it } from 'vitest';
import { startLectern } from '#server/testing/lectern.ts';
import { ATTEMPTS_MAX } from './render-jobs.repo.ts';
import { aPicture, picturesIn, TestRenderer } from './testing/renderers.ts';
import { ended, shownOf, slidesOf } from './testing/stored.ts';

describe('slides without a picture', () => {
  /** Renders all slides that are wanted, except for those that fail in an attempt; attempts count from 1. Null ends its time. */
  function failing(failureOf: (index: number, attempt: number) => SlideFailure | null | undefined) {
    let attempts = 0;
    return new TestRenderer(async function* some(request): AsyncGenerator<RenderEvent> {
      attempts += 1;
      const places = picturesIn(request).map(({ index, inner }) => ({ index, inner, title: `${index}`, name: null }));
      const slides = request.deck.slides.map((_slide, index) => ({ index, inner: null, title: `${index}`, name: null }));
      if (places.length === 0) yield { type: 'slides', slides };
      for (const { index, inner } of places.length > 0 ? places : slides) {
        const reason = failureOf(index, attempts);
        if (reason === null) throw new RenderFailedError('deck_timeout');
        if (reason !== undefined) {
          yield { type: 'failed', index, inner, reason };
          continue;
        }
        yield aPicture(index, inner, `slide ${index}`);
        yield { type: 'content', index, inner, notes: '', text: `text ${index}`, miniature: null };
      }
      yield { type: 'done' };
    });
  }

  /** The slides of each request; none: all. */
  const wantedIn = ({ requests }: TestRenderer) => requests.map((request) => picturesIn(request).map(({ index }) => index));

  it('are tried once more if a busy machine may have been the cause', async () => {
    const renderer = failing((index, attempt) => {
      if (index === 2) return 'not_loaded';
      if (index === 3) return 'crashed';
      return index === 0 && attempt === 1 ? 'slide_timeout' : undefined;
    });
    await using lectern = await startLectern({}, { renderer });
    const owner = await lectern.aUser();
    const { id, currentVersionId } = await lectern.aDeck({ owner, slides: 5 });
    expect(await ended(lectern, currentVersionId)).toMatchObject({ error: null });
    expect(wantedIn(renderer)).toEqual([[], [0, 3]]);
    expect(await lectern.database.sql`select content, failure from rendered_slides order by position`).toEqual([
      { content: 'text 0', failure: null },
      { content: 'text 1', failure: null },
      { content: null, failure: 'not_loaded' },
      { content: null, failure: 'crashed' },
      { content: 'text 4', failure: null },
    ]);
    expect(await shownOf(lectern, id)).toEqual({ shown: 5, hasPicture: true, inVersion: 5 });
    for (const at of [0, 1, 4]) {
      const picture = await lectern.as(owner).get(`/api/decks/${id}/slides/${at}/picture`);
      expect([picture.status, picture.text]).toEqual([200, `RIFF....WEBPslide ${at}`]);
    }
  });

  it('are tried once more if there is no picture at all', async () => {
    const renderer = failing((_index, attempt) => (attempt === 1 ? 'slide_timeout' : undefined));
    await using lectern = await startLectern({}, { renderer });
    const { id, currentVersionId } = await lectern.aDeck({ owner: await lectern.aUser(), slides: 1 });
    expect((await ended(lectern, currentVersionId)).blobKey).not.toBeNull();
    expect(wantedIn(renderer)).toEqual([[], [0]]);
    expect(await shownOf(lectern, id)).toEqual({ shown: 1, hasPicture: true, inVersion: 1 });
  });

  it.each(['slide_timeout', 'crashed'] as const)('are not tried for ever: %s', async (reason) => {
    const renderer = failing(() => reason);
    await using lectern = await startLectern({}, { renderer });
    const { currentVersionId } = await lectern.aDeck({ owner: await lectern.aUser(), slides: 2 });
    expect(await ended(lectern, currentVersionId)).toMatchObject({ error: null, blobKey: null });
    expect(wantedIn(renderer)).toEqual([[], [0, 1]]);
  });

  it.each(['not_loaded', 'left'] as const)('are not tried again if the deck is the cause: %s', async (reason) => {
    const renderer = failing((index) => (index === 0 ? reason : undefined));
    await using lectern = await startLectern({}, { renderer });
    const { currentVersionId } = await lectern.aDeck({ owner: await lectern.aUser(), slides: 2 });
    await ended(lectern, currentVersionId);
    expect(wantedIn(renderer)).toEqual([[]]);
  });

  it.each([
    ['after the first slides had failed', 2, [[], [2, 3], [0, 1]]],
    ['before the first slide was done', 0, [[], [0, 1, 2, 3]]],
  ])('are tried in another part when the time was over %s: the machine was too busy for any', async (_when, tried, requests) => {
    const renderer = failing((index, attempt) => {
      if (attempt > 1) return undefined;
      return index < tried ? 'slide_timeout' : null;
    });
    await using lectern = await startLectern({}, { renderer });
    const { currentVersionId } = await lectern.aDeck({ owner: await lectern.aUser(), slides: 4 });
    expect(await ended(lectern, currentVersionId)).toMatchObject({ error: null });
    expect(wantedIn(renderer)).toEqual(requests);
    expect(await slidesOf(lectern, currentVersionId)).toMatchObject(Array.from({ length: 4 }, () => ({ size: 19 })));
  });

  it('are tried again after all slides that no part has come to', async () => {
    const renderer = failing((index, attempt) => {
      if (attempt === 1 && index === 2) return null;
      return index === 0 && attempt < 3 ? 'slide_timeout' : undefined;
    });
    await using lectern = await startLectern({}, { renderer });
    const { currentVersionId } = await lectern.aDeck({ owner: await lectern.aUser(), slides: 4 });
    await ended(lectern, currentVersionId);
    expect(wantedIn(renderer)).toEqual([[], [2, 3], [0]]);
    expect(await slidesOf(lectern, currentVersionId)).toMatchObject(Array.from({ length: 4 }, () => ({ size: 19 })));
  });
});

describe('slides that a document has not reported in time', () => {
  /** Lists one slide until the document reports, in an attempt that is counted from 1, and then three slides inside it. */
  function reportingIn(reported: number) {
    let attempts = 0;
    return new TestRenderer(async function* some(): AsyncGenerator<RenderEvent> {
      attempts += 1;
      const isGuess = attempts < reported;
      const inners = isGuess ? [null] : [0, 1, 2];
      yield { type: 'slides', slides: inners.map((inner) => ({ index: 0, inner, title: '', name: null })), isGuess };
      for (const inner of inners) yield aPicture(0, inner, `slide ${inner}`);
      yield { type: 'done' };
    });
  }

  it.each([
    ['are counted again in another attempt', 2, [0, 1, 2]],
    ['are those of the package after the last attempt', Number.POSITIVE_INFINITY, [null]],
  ])('%s', async (_what, reported, inners) => {
    const renderer = reportingIn(reported);
    await using lectern = await startLectern({}, { renderer });
    const { currentVersionId } = await lectern.aDeck({ owner: await lectern.aUser(), slides: 1 });
    expect(await ended(lectern, currentVersionId)).toMatchObject({ error: null });
    expect(renderer.requests).toHaveLength(Math.min(reported, ATTEMPTS_MAX));
    expect(await slidesOf(lectern, currentVersionId)).toMatchObject(inners.map((inner) => ({ inner, size: expect.any(Number) })));
    expect((await lectern.leftovers()).blobs).toHaveLength(2);
  });
});
