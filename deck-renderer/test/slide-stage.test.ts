import { afterEach, expect, it, vi } from 'vitest';
import { SlideStage } from '../src/slides/slide-stage.ts';

afterEach(() => void vi.restoreAllMocks());

const DECK = {
  baseUrl: 'http://127.0.0.1:9/play/token/',
  slides: [{ file: 'deck.html', label: 'Welcome' }],
  dimensions: { width: 1280, height: 720 },
  hasOwnRuntime: true,
  slideSelector: null,
};
const SLIDE_MS = 20_000;

it('counting the slides of a deck may take three times as long as showing one of them', async () => {
  const never = () => new Promise<never>(() => undefined);
  const browser = { context: { newPage: never, newCDPSession: never } };
  const stage = new SlideStage(DECK, browser, SLIDE_MS, { signal: new AbortController().signal });
  const limits: number[] = [];
  // The time is over at once, because the page never opens.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms);
    return AbortSignal.abort(new DOMException('', 'TimeoutError'));
  });

  // The document has not reported its slides.
  expect(await stage.listSlides()).toEqual({
    slides: [{ index: 0, inner: null, title: 'Welcome', name: null }],
    isGuess: true,
  });
  expect(limits).toEqual([3 * SLIDE_MS]);

  const wanted = { index: 0, inner: null, step: 'last', width: 640 } as const;
  expect(await stage.show(wanted, never)).toBe('slide_timeout');
  expect(limits[1]).toBe(SLIDE_MS);
});
