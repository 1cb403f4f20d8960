import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { INK_LIVE_POINTS_MAX, INK_POINTS_MAX } from '#shared/limits.ts';
import type { UnfinishedStroke } from '#shared/live.ts';
import { StrokeSender, unfinished } from './stroke-sender.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const formOf = (count: number) => ({
  tool: 'pen',
  color: '#000',
  width: 4,
  points: Array.from({ length: count }, (_, at): [number, number, number] => [at, at, 0.5]),
});

/** A sender, with all that it has sent. Requests are answered at once. */
function aSender() {
  const sent: (UnfinishedStroke | null)[] = [];
  const sender = new StrokeSender(undefined, async (stroke) => sent.push(stroke));
  return { sender, sent };
}

test('a stroke of ten seconds is sent at most ten times a second, and a pointer that rests once a second', async () => {
  const { sender, sent } = aSender();
  for (let at = 1; at <= 1000; at += 1) {
    sender.show(formOf(at));
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(sent.length).toBeGreaterThan(90);
  expect(sent.length).toBeLessThanOrEqual(101);
  expect(new Set(sent.map((stroke) => stroke?.id)).size).toBe(1);
  const before = sent.length;
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent.length - before).toBeLessThanOrEqual(6);
});

test('a finished stroke is stored with the id that it was shown with, and nothing more is sent', async () => {
  const { sender, sent } = aSender();
  sender.show(formOf(1));
  await vi.advanceTimersByTimeAsync(100);
  sender.show(formOf(2));
  const id = sender.finish();
  sender.show(null);
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent.map((stroke) => stroke?.id)).toEqual([id]);
  expect(sender.finish()).not.toBe(id);
});

test('others are told of a cancelled stroke, unless they have not seen it', async () => {
  const { sender, sent } = aSender();
  sender.show(formOf(1));
  sender.show(null);
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toEqual([]);
  sender.show(formOf(1));
  await vi.advanceTimersByTimeAsync(100);
  sender.show(null);
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toEqual([expect.anything(), null]);
});

test('what is sent has a bounded number of points, with the first and the last one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: INK_POINTS_MAX }), (count) => {
      const { points } = unfinished(formOf(count), 's', undefined);
      expect(points.length).toBeLessThanOrEqual(INK_LIVE_POINTS_MAX);
      expect(points[0]).toEqual([0, 0]);
      expect(points.at(-1)).toEqual([count - 1, count - 1]);
    }),
  );
});
