import { expect, it } from 'vitest';
import { type EventSink, frameOf, postToAll } from './event-sink.ts';

const FRAME = { frame: frameOf('ping', {}), replaces: 'ping' };

/** Sinks that count what they get. */
function manySinks(count: number) {
  let posted = 0;
  const sink = (): EventSink => ({ post: () => (posted += 1), end: () => undefined, onClose: () => undefined });
  return { sinks: new Set(Array.from({ length: count }, sink)), posted: () => posted };
}

it('a frame reaches every sink, and other work has its turn in between', async () => {
  const { sinks, posted } = manySinks(1000);
  let least = Infinity;
  setImmediate(() => (least = posted()));
  expect(await postToAll(sinks, FRAME)).toBe(true);
  expect(posted()).toBe(1000);
  expect(least).toBeLessThan(100);
});

it('a frame that is over reaches no more sinks, and the pause is that of the caller', async () => {
  const { sinks, posted } = manySinks(1000);
  let pauses = 0;
  const pause = async () => void (pauses += 1);
  expect(await postToAll(sinks, FRAME, { isOver: () => posted() >= 200, pause })).toBe(false);
  expect(posted()).toBe(200);
  expect(pauses).toBeGreaterThan(1);
});
