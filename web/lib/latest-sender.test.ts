import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LatestSender } from './latest-sender.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const INTERVAL_MS = 50;

/** A sender whose requests are answered by `answer`, with the values that it has sent. */
function aSender() {
  const sent: (number | null)[] = [];
  const waiting: PromiseWithResolvers<void>[] = [];
  const sender = new LatestSender<number>({
    async send(value) {
      sent.push(value);
      const request = Promise.withResolvers<void>();
      waiting.push(request);
      await request.promise;
    },
    intervalMs: INTERVAL_MS,
  });
  const answer = async (how: 'resolve' | 'reject' = 'resolve') => {
    waiting.shift()?.[how]();
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  };
  return { sender, sent, answer };
}

test('the latest value is sent after the running request, also when that fails', async () => {
  const { sender, sent, answer } = aSender();
  for (const value of [1, 2]) sender.set(value);
  await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  for (const value of [3, 4]) sender.set(value);
  await vi.advanceTimersByTimeAsync(10 * INTERVAL_MS);
  expect(sent).toEqual([2]);
  await answer('reject');
  expect(sent).toEqual([2, 4]);
});

test('a value that does not change is repeated until it ends', async () => {
  const { sender, sent, answer } = aSender();
  sender.set(1);
  await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  await answer();
  await vi.advanceTimersByTimeAsync(1000);
  sender.set(null);
  await answer();
  await answer();
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toEqual([1, 1, null]);
});

test('the end is not sent if no value was', async () => {
  const { sender, sent } = aSender();
  sender.set(1);
  sender.set(null);
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toEqual([]);
});

test('nothing is sent after a stop, also if a request was running, until there is another value', async () => {
  const { sender, sent, answer } = aSender();
  sender.set(1);
  await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  sender.set(2);
  sender.stop();
  await answer();
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toEqual([1]);
  sender.set(3);
  await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  expect(sent).toEqual([1, 3]);
});
