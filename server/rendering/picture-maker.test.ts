import { once } from 'node:events';
import { tmpdir } from 'node:os';
import type { Manifest } from 'deck-format';
import type { Renderer } from 'deck-renderer';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { PictureMaker, USER_ORDERS_MAX } from './picture-maker.ts';
import { picturesIn, wantedPictures } from './testing/renderers.ts';

afterEach(() => vi.useRealTimers());

function aMaker(render: Renderer['render']) {
  const ended: string[] = [];
  // The only parts of the manifest that are read.
  const manifest = { architecture: 'multi-file', slides: [], dimensions: { width: 1, height: 1 } } as unknown as Manifest;
  const maker = new PictureMaker({
    repo: { find: async () => null, store: async () => true, removeBeyondLimits: async () => [] },
    jobs: { find: async () => ({ manifest, slideSelector: null }) },
    renderer: { render },
    addresses: {
      grant: async ({ versionId }) => `http://127.0.0.1/${versionId}/`,
      end: async ({ versionId }) => void ended.push(versionId),
    },
    blobs: { putFile: async () => undefined, delete: async () => undefined },
    disk: { hold: async () => ({ write: async () => undefined, [Symbol.dispose]: () => undefined }) },
    stagingDir: tmpdir(),
    log: pino({ level: 'silent' }),
  });
  const wanted = { deckId: 'deck', slideIndex: 0, inner: null, width: 320, format: 'webp' } as const;
  const make = (userId: string, step: number) => maker.make(userId, { ...wanted, versionId: `of-${userId}`, step });
  return { maker, ended, make };
}

function aHangingMaker() {
  const asking = Promise.withResolvers<void>();
  const made = aMaker(async function* never(_request, signal) {
    asking.resolve();
    await once(signal, 'abort');
    yield* [];
  });
  return { ...made, asking: asking.promise };
}

it('gives each user a turn, and makes the pictures of a user together', async () => {
  const turns: string[] = [];
  const { make } = aMaker(async function* noted(request) {
    turns.push(`${new URL(request.deck.baseUrl).pathname} ${picturesIn(request).length}`);
    yield* wantedPictures(request);
  });
  const many = Array.from({ length: 12 }, (_, step) => make('first', step));
  await Promise.all([...many, make('second', 0), make('third', 0)]);
  const sorted = turns.toSorted();
  expect(sorted).toEqual(['/of-first/ 1', '/of-first/ 3', '/of-first/ 8', '/of-second/ 1', '/of-third/ 1']);
  expect(turns.slice(0, 2)).toEqual(['/of-first/ 1', '/of-second/ 1']);
  expect(turns.at(-1)).toBe('/of-first/ 3');
});

it('lets no request wait for longer than 20 seconds, and takes no more than some from each user', async () => {
  vi.useFakeTimers();
  const { maker, make, ended, asking } = aHangingMaker();
  const answers = Array.from({ length: USER_ORDERS_MAX + 1 }, (_, step) => make('greedy', step).catch((fault: unknown) => fault));
  expect(await answers.at(-1)).toMatchObject({ code: 'PICTURE_NOT_READY', details: { retryAfterSeconds: 5 } });
  let isAnswered = false;
  const other = make('modest', 99).catch((fault: unknown) => {
    isAnswered = true;
    return fault;
  });
  await asking;
  await vi.advanceTimersByTimeAsync(19_000);
  expect(isAnswered).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  for (const answer of [...answers, other]) expect(await answer).toMatchObject({ code: 'PICTURE_NOT_READY' });
  expect(ended).toEqual([]);
  await maker.stop();
  expect(ended.toSorted()).toEqual(['of-greedy', 'of-modest']);
});

it('does not delay the end of the server', async () => {
  const { maker, make, asking } = aHangingMaker();
  const answer = make('someone', 0).catch((fault: unknown) => fault);
  await asking;
  await maker.stop();
  expect(await answer).toMatchObject({ code: 'PICTURE_NOT_READY' });
  await expect(make('someone', 1)).rejects.toMatchObject({ code: 'PICTURE_NOT_READY' });
});
