import { expect, test } from 'vitest';
import type { Slide } from '#shared/slides.ts';
import { hasStepsLeft, nextPicture } from './next-picture.ts';

const slide = (index: number, inner: number | null, steps: number | null = 0): Slide => ({
  index,
  inner,
  title: '',
  thumbnailUrl: steps === null ? null : `/${index}/${inner ?? '-'}`,
  steps,
});
const inside = (index: number, count: number, step = 0, steps?: number) => ({
  index,
  count,
  step,
  ...(steps !== undefined && { steps }),
  canNext: true,
  canPrevious: true,
});
const at = (index: number, inner: ReturnType<typeof inside> | null) => ({
  index,
  inner,
  hasReported: true,
  arriving: false,
  movesItself: false,
});
const PACKAGE = [{ file: 'a' }, { file: 'b' }, { file: 'c' }];
const RENDERED = [slide(0, null), slide(1, null), slide(2, null, 3)];
const DOCUMENT = [{ file: 'deck' }];
const INNER = [slide(0, 0), slide(0, 1), slide(0, 2)];

test('the picture of the next slide is shown if no steps are left', () => {
  expect(nextPicture(PACKAGE, RENDERED, at(0, null))).toBe('/1/-');
  expect(nextPicture(PACKAGE, RENDERED, at(0, inside(0, 1, 2, 2)))).toBe('/1/-');
  expect(nextPicture(DOCUMENT, INNER, at(0, inside(1, 3, 0, 0)))).toBe('/0/2');
});

test('the next step of the same slide is never a picture', () => {
  expect(nextPicture(PACKAGE, RENDERED, at(0, inside(0, 1, 1, 2)))).toBeNull();
  expect(nextPicture(DOCUMENT, INNER, at(0, inside(1, 3, 0, 1)))).toBeNull();
  expect(nextPicture(DOCUMENT, INNER, at(0, inside(1, 3))), 'the deck does not know its steps').toBeNull();
});

test('a slide with steps begins otherwise than its picture, which shows all of them', () => {
  expect(nextPicture(PACKAGE, RENDERED, at(1, null))).toBeNull();
});

test('there is no picture after the last slide, of a slide that was not rendered, or before the place is known', () => {
  expect(nextPicture(PACKAGE, RENDERED, at(2, null))).toBeNull();
  expect(nextPicture(DOCUMENT, INNER, at(0, inside(2, 3, 0, 0)))).toBeNull();
  expect(nextPicture(PACKAGE, [slide(0, null), slide(1, null, null)], at(0, null))).toBeNull();
  expect(nextPicture(PACKAGE, [], at(0, null))).toBeNull();
  expect(nextPicture(PACKAGE, RENDERED, { ...at(0, null), hasReported: false })).toBeNull();
  expect(nextPicture(PACKAGE, RENDERED, { ...at(0, null), arriving: true })).toBeNull();
  expect(nextPicture(DOCUMENT, INNER, { ...at(0, null), movesItself: true })).toBeNull();
});

test('slides of the package in one document are told apart, and those inside the last of them', () => {
  const files = [{ file: 'a' }, { file: 'a' }, { file: 'b' }];
  const rendered = [slide(0, null), slide(1, 1), slide(1, 2), slide(2, null)];
  expect(nextPicture(files, rendered, at(0, inside(0, 3, 0, 0)))).toBe('/1/1');
  expect(nextPicture(files, rendered, at(1, inside(1, 3, 0, 0)))).toBe('/1/2');
  expect(nextPicture(files, rendered, at(1, inside(2, 3, 0, 0)))).toBe('/2/-');
});

test('steps are left, all shown, or unknown', () => {
  expect(hasStepsLeft(null)).toBe(false);
  expect(hasStepsLeft(inside(0, 1, 1, 2))).toBe(true);
  expect(hasStepsLeft(inside(0, 1, 2, 2))).toBe(false);
  expect(hasStepsLeft(inside(0, 1))).toBeNull();
});
