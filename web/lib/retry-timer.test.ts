import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RetryTimer } from './retry-timer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The time until the run that the timer has scheduled. */
function delayOf(retry: RetryTimer): number {
  const started = Date.now();
  let ranAt = Number.NaN;
  retry.schedule(() => (ranAt = Date.now()));
  vi.runAllTimers();
  return ranAt - started;
}

it('failures in a row wait longer, up to the last delay; a success starts again with the first', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const retry = new RetryTimer(100, 300);
  const delays = [1, 2, 3].map(() => {
    retry.failed();
    return delayOf(retry);
  });
  expect(delays).toEqual([100, 300, 300]);
  retry.succeeded();
  retry.failed();
  expect([retry.failures, delayOf(retry)]).toEqual([1, 100]);
});

it('delays differ between clients by up to a half', () => {
  const retry = new RetryTimer(1000);
  retry.failed();
  const delays = Array.from({ length: 200 }, () => delayOf(retry));
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...delays)).toBeLessThanOrEqual(1500);
  expect(new Set(delays).size).toBeGreaterThan(1);
});

it('a cancelled run and one that was replaced do not happen', () => {
  const runs: string[] = [];
  const retry = new RetryTimer(100);
  retry.schedule(() => runs.push('replaced'));
  retry.schedule(() => runs.push('last'));
  vi.runAllTimers();
  retry.schedule(() => runs.push('cancelled'));
  retry.cancel();
  vi.runAllTimers();
  expect(runs).toEqual(['last']);
});
