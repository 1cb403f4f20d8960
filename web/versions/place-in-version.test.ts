import { expect, test } from 'vitest';
import { countsOf, indexNow } from './place-in-version.ts';

/** `null`: removed; `2!`: at position 2, and changed. */
const changes = (...now: (string | null)[]) => ({
  number: 2,
  added: 1,
  slides: now.map((text) => ({ index: text === null ? null : Number.parseInt(text, 10), changed: text?.endsWith('!') === true })),
});

test.each([
  ['the same slide, wherever it is', changes('2', '0', '1'), 1, 0],
  ['the next slide, if it was removed', changes('0', null, null, '1'), 1, 1],
  ['the slide before it, if none follows', changes('3', '0', null), 2, 0],
  ['the first one, if no slide is left', changes(null, null), 1, 0],
])('the place in a new version is that of %s', (_, change, before, now) => {
  expect(indexNow(change, before)).toBe(now);
});

test('added, removed and changed slides are counted', () => {
  expect(countsOf(changes('0', '1!', null))).toEqual({ added: 1, removed: 1, changed: 1 });
});
