import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FrameQueue } from './frame-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Adds `count` entries; `begun` contains the indexes of those that have started. */
function asked(count: number) {
  const queue = new FrameQueue();
  const begun: number[] = [];
  const ends = Array.from({ length: count }, (_each, nth) => queue.add(() => begun.push(nth)));
  return { queue, begun, ends };
}

describe('frame queue', () => {
  it('starts entries in order, one per task, at most four at once', () => {
    const { begun } = asked(6);
    expect(begun).toEqual([]);
    vi.advanceTimersToNextTimer();
    expect(begun).toEqual([0]);
    vi.runAllTimers();
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('continues when an entry ends, even if it reports its end twice', () => {
    const { begun, ends } = asked(8);
    vi.runAllTimers();
    ends[1]?.();
    ends[1]?.();
    vi.runAllTimers();
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    for (const end of ends) end();
    vi.runAllTimers();
    expect(begun).toEqual([0, 1, 2, 3, 4]);
  });

  it('skips entries that are cancelled, even at the last moment', () => {
    const { begun, ends, queue } = asked(2);
    ends[0]?.();
    ends[1]?.();
    vi.runAllTimers();
    expect(begun).toEqual([]);
    queue.add(() => begun.push(2));
    vi.runAllTimers();
    expect(begun).toEqual([2]);
  });
});
