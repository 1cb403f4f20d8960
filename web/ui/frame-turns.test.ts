import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Turns } from './frame-turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Asks for so many turns; `begun` names those that have come. */
function asked(count: number) {
  const turns = new Turns();
  const begun: number[] = [];
  const ends = Array.from({ length: count }, (_each, nth) => turns.ask(() => begun.push(nth)));
  return { turns, begun, ends };
}

describe('turns', () => {
  it('come in order, one in each task, and no more than four at once', () => {
    const { begun } = asked(6);
    expect(begun).toEqual([]);
    vi.advanceTimersToNextTimer();
    expect(begun).toEqual([0]);
    vi.runAllTimers();
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('go on when one is over, as often as that is said', () => {
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

  it('pass over whoever wants none any more, even at the last moment', () => {
    const { begun, ends, turns } = asked(2);
    ends[0]?.();
    ends[1]?.();
    vi.runAllTimers();
    expect(begun).toEqual([]);
    turns.ask(() => begun.push(2));
    vi.runAllTimers();
    expect(begun).toEqual([2]);
  });
});
