import { expect, test } from 'vitest';
import { indexNow } from './place-in-version.ts';

/** Where each slide is now; `null`: it was removed. */
const changes = (...now: (number | null)[]) => ({ slides: now.map((index) => ({ index })) });

test.each([
  ['the same slide, wherever it is', changes(2, 0, 1), 1, 0],
  ['the next slide, if it was removed', changes(0, null, null, 1), 1, 1],
  ['the slide before it, if none follows', changes(3, 0, null), 2, 0],
  ['the first one, if no slide is left', changes(null, null), 1, 0],
])('the place in a new version is that of %s', (_, change, before, now) => {
  expect(indexNow(change, before)).toBe(now);
});
