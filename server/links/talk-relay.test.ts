import { expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { Audience } from './talk-relay.ts';

it('a step overtakes the laser pointer, and every visitor is still told that it is off', async () => {
  const audience = new Audience('a link', 'a deck');
  const told = Array.from({ length: 100 }, (): string[] => []);
  for (const frames of told)
    audience.sinks.add({ post: (frame) => void frames.push(frame.toString()), end: () => undefined, onClose: () => undefined });
  audience.point(null);
  audience.post({ live: false, talk: null }, 'talk');
  const isOff = (frame: string) => frame.includes('"laser":null');
  await eventually(() => told.every((frames) => frames.some(isOff)));
  expect(told.filter((frames) => frames.findIndex(isOff) === 0).length).toBeLessThan(50);
  expect(told.every((frames) => frames.some((frame) => frame.includes('"talk":null')))).toBe(true);
  audience.close();
});
