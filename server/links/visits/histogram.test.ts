import { describe, expect, it } from 'vitest';
import { BUCKETS, bucketOf, countsOf, medianOf } from './histogram.ts';

describe('a histogram of times', () => {
  it('has ranges that follow each other, and one without an end', () => {
    expect([0, 1, 499, 500, 649, 650].map(bucketOf)).toEqual([0, 1, 1, 2, 2, 3]);
    expect(bucketOf(24 * 60 * 60 * 1000)).toBe(BUCKETS - 1);
    const ranges = Array.from({ length: 200 }, (_, at) => bucketOf(1.1 ** at));
    expect(ranges).toEqual(ranges.toSorted((a, b) => a - b));
    expect(new Set(ranges).size).toBeGreaterThan(40);
  });

  it('gives medians that are at most 15 % wrong', () => {
    for (const typical of [700, 5000, 61_000, 1_200_000]) {
      const times = Array.from({ length: 999 }, (_, nth) => typical * (0.5 + nth / 998));
      const median = medianOf(countsOf(times.map((milliseconds) => ({ milliseconds, by: 1 }))));
      expect(Math.abs(median / typical - 1)).toBeLessThan(0.15);
    }
  });

  it('forgets what is taken away, and is 0 when it is empty', () => {
    const changes = [
      { milliseconds: 900_000, by: 1 },
      { milliseconds: 900_000, by: -1 },
    ];
    expect(countsOf(changes)).toEqual(Array(BUCKETS).fill(0));
    expect(medianOf(countsOf(changes))).toBe(0);
    expect(medianOf(countsOf([{ milliseconds: 0, by: 3 }]))).toBe(0);
    expect(medianOf([])).toBe(0);
  });
});
