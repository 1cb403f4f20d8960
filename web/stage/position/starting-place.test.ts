import type { Manifest } from 'deck-format';
import { expect, test } from 'vitest';
import { numberFromAddress, startingPlace } from './starting-place.ts';

const slide = (file: string): Manifest['slides'][number] => ({
  index: 1,
  id: file,
  label: file,
  file,
  thumbnail: null,
  notes: null,
});
const three = { slides: ['a', 'b', 'c'].map(slide), ownRuntime: false };
const reveal = { slides: [slide('all')], ownRuntime: true };

test.each([
  ['7', 7],
  ['0', null],
  ['07', null],
  ['1e3', null],
  ['-1', null],
  [undefined, null],
])('the address part %j means slide %j', (text, number) => expect(numberFromAddress(text)).toBe(number));

test('without a number the deck opens where the user left it', () => {
  expect(startingPlace(three, null, null)).toEqual({ slideIndex: 0, inner: null });
  const left = { slideIndex: 1, inner: { index: 0, step: 2 } };
  expect(startingPlace(three, null, left)).toEqual(left);
});

test('a number opens that slide, at the step where the user left it', () => {
  const left = { slideIndex: 1, inner: { index: 0, step: 2 } };
  expect(startingPlace(three, 2, left)).toEqual(left);
  expect(startingPlace(three, 3, left)).toEqual({ slideIndex: 2, inner: null });
  expect(startingPlace(three, 99, left)).toEqual({ slideIndex: 2, inner: null });
});

test('in a single-document deck the number counts inner slides', () => {
  const left = { slideIndex: 0, inner: { index: 6, step: 2 } };
  expect(startingPlace(reveal, 7, left)).toEqual(left);
  expect(startingPlace(reveal, 3, left)).toEqual({ slideIndex: 0, inner: { index: 2, step: 0 } });
  expect(startingPlace(reveal, 1, left)).toEqual({ slideIndex: 0, inner: null });
});
