import { describe, expect, it } from 'vitest';
import { VISIT_ITEMS_MAX } from '#shared/limits.ts';
import { SlideClock } from './visits.ts';

const MINUTES = 60_000;

describe('the times of slides', () => {
  it('are those since the last report, in the order in which the slides were shown', () => {
    const clock = new SlideClock();
    clock.show(0, 1000);
    clock.show(0, 1500);
    clock.show(2, 4000.4);
    clock.show(0, 5000);
    expect(clock.take(6000)).toEqual([
      { index: 0, milliseconds: 3000 },
      { index: 2, milliseconds: 1000 },
      { index: 0, milliseconds: 1000 },
    ]);
    expect(clock.take(6000)).toEqual([]);
    expect(clock.take(7000)).toEqual([{ index: 0, milliseconds: 1000 }]);
  });

  it('do not grow while nothing is shown', () => {
    const clock = new SlideClock();
    clock.show(1, 0);
    clock.show(null, 1000);
    expect(clock.take(9000)).toEqual([{ index: 1, milliseconds: 1000 }]);
    clock.show(1, 10_000);
    expect(clock.take(10_500)).toEqual([{ index: 1, milliseconds: 500 }]);
  });

  it('end after ten minutes on one slide, also if the computer slept meanwhile', () => {
    const clock = new SlideClock();
    clock.show(1, 0);
    expect(clock.take(9 * MINUTES)).toEqual([{ index: 1, milliseconds: 9 * MINUTES }]);
    expect(clock.take(600 * MINUTES)).toEqual([{ index: 1, milliseconds: MINUTES }]);
    expect(clock.take(601 * MINUTES)).toEqual([]);
    clock.show(2, 602 * MINUTES);
    expect(clock.take(602 * MINUTES + 1)).toEqual([{ index: 2, milliseconds: 1 }]);
  });

  it('are reported in parts that the server takes', () => {
    const clock = new SlideClock();
    for (let nth = 0; nth <= VISIT_ITEMS_MAX; nth += 1) clock.show(nth % 2, nth);
    const first = clock.take(VISIT_ITEMS_MAX + 1);
    expect([first.length, clock.take(VISIT_ITEMS_MAX + 1)]).toEqual([VISIT_ITEMS_MAX, [{ index: 0, milliseconds: 1 }]]);
  });
});
