/**
 * Histograms of times, from which medians of many visits are estimated without reading the visits. The first range is 0; from 500 ms on,
 * each one is 30 % wider than the one before it. The last one, from about nine hours, has no end.
 */
export const BUCKETS = 44;
const FIRST_MS = 500;
const GROWTH = 1.3;

/** The range of a time in milliseconds, from 0 to `BUCKETS - 1`. */
export function bucketOf(milliseconds: number): number {
  if (milliseconds <= 0) return 0;
  const steps = Math.floor(Math.log(milliseconds / FIRST_MS) / Math.log(GROWTH)) + 2;
  return Math.min(BUCKETS - 1, Math.max(1, steps));
}

/** A histogram in which a time counts `by` times. Changes of a histogram have negative numbers. */
export function countsOf(changes: readonly { readonly milliseconds: number; readonly by: number }[]): number[] {
  const counts = Array<number>(BUCKETS).fill(0);
  for (const { milliseconds, by } of changes) {
    const bucket = bucketOf(milliseconds);
    counts[bucket] = (counts[bucket] ?? 0) + by;
  }
  return counts;
}

/** The median in milliseconds; 0 for an empty histogram. Within its range it is found in proportion to the counts. */
export function medianOf(counts: readonly number[]): number {
  const total = counts.reduce((sum, each) => sum + each, 0);
  let before = 0;
  for (const [bucket, count] of counts.entries()) {
    if (count > 0 && before + count >= total / 2) {
      const [from, to] = [startOf(bucket), startOf(bucket + 1)];
      return bucket === 0 ? 0 : Math.round(from + ((total / 2 - before) / count) * (to - from));
    }
    before += count;
  }
  return 0;
}

/** Where a range begins, in milliseconds. */
function startOf(bucket: number): number {
  return bucket <= 1 ? 0 : FIRST_MS * GROWTH ** (bucket - 2);
}
