import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpeningSave } from '#shared/openings.ts';
import { PlaceSaver } from './place-saver.ts';

const send = vi.fn<(save: OpeningSave) => Promise<void>>();
const keep = vi.fn<(save: OpeningSave, at: number) => void>();
const forget = vi.fn<(deckId: string, at: number) => void>();
const at = (slideIndex: number): OpeningSave => ({
  deckId: 'deck',
  versionId: 'version',
  place: { slideIndex, inner: null },
  innerName: null,
});
const sentSlides = () => send.mock.calls.map(([save]) => save.place.slideIndex);

beforeEach(() => {
  vi.useFakeTimers({ now: 1000 });
  for (const each of [send, keep, forget]) each.mockReset();
  send.mockResolvedValue();
});
afterEach(() => void vi.useRealTimers());

it('saves moves together, keeps each of them at once, and forgets what was saved', async () => {
  const saver = new PlaceSaver({ send, keep, forget });
  for (const slide of [0, 1, 2, 2]) saver.visit(at(slide));
  expect(keep).toHaveBeenCalledTimes(3);
  expect(sentSlides()).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(sentSlides()).toEqual([2]);
  expect(forget).toHaveBeenCalledExactlyOnceWith('deck', 1000);
  saver.visit(at(2));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sentSlides()).toEqual([2]);
});

it('saves regularly, even if the user never stops moving', async () => {
  const saver = new PlaceSaver({ send, keep, forget });
  for (let slide = 0; slide < 50; slide += 1) {
    saver.visit(at(slide));
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(send.mock.calls.length).toBeGreaterThanOrEqual(2);
  expect(send.mock.calls.length).toBeLessThanOrEqual(3);
});

it('saves the last place when the user leaves, once', async () => {
  const saver = new PlaceSaver({ send, keep, forget });
  saver.visit(at(3));
  saver.flush();
  saver.flush();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sentSlides()).toEqual([3]);
});

it('leaves a place that the server did not save in the browser', async () => {
  send.mockRejectedValueOnce(new Error('offline'));
  const saver = new PlaceSaver({ send, keep, forget });
  saver.visit(at(4));
  await vi.advanceTimersByTimeAsync(2000);
  expect(forget).not.toHaveBeenCalled();
  saver.visit(at(5));
  await vi.advanceTimersByTimeAsync(2000);
  expect(sentSlides()).toEqual([4, 5]);
  expect(forget).toHaveBeenCalledTimes(1);
});

it('saves the place again when the user returns to a page that was kept', async () => {
  const saver = new PlaceSaver({ send, keep, forget });
  saver.visit(at(2));
  saver.flush();
  saver.return();
  saver.flush();
  expect(sentSlides()).toEqual([2, 2]);
});
