import { expect } from 'vitest';

/** Dates of HTTP and S3 are in whole seconds, and times of files are those of the last tick of the kernel. */
const PRECISION_MS = 1000;

/**
 * Expects that a moment is between `since` and now, however long the test has taken since then.
 *
 * @param since in milliseconds, as `Date.now()`
 * @param laterMs the moment is expected to be so much later, for example that of an end
 */
export function expectSince(since: number, moment: string | Date | null | undefined, laterMs = 0): void {
  const at = new Date(moment ?? Number.NaN).getTime() - laterMs;
  expect(at).toBeGreaterThanOrEqual(since - PRECISION_MS);
  expect(at).toBeLessThanOrEqual(Date.now() + PRECISION_MS);
}
