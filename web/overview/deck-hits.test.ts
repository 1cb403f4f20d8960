import { expect, test } from 'vitest';
import { hitAfter, hitAt, inSlideOrder } from './deck-hits.ts';

const separate = Array.from({ length: 10 }, (_, at) => ({ file: `${String(at)}.html` }));
const snippet = [{ text: 'found', match: true }];
const hit = (slideIndex: number | null, inner: number | null = null) => ({ slideIndex, inner, snippet });
const at = (slideIndex: number, inner: number | null = null) => ({
  slideIndex,
  inner: inner === null ? null : { index: inner, step: 0 },
});
const places = (hits: readonly { slideIndex: number; inner: number | null }[]) =>
  hits.map(({ slideIndex, inner }) => [slideIndex, inner]);

test('each slide is found once, in the order of the slides, and titles are no slides', () => {
  const hits = inSlideOrder(separate, [hit(4), hit(null), hit(1, 7), hit(4), hit(1, 2), hit(0)]);
  expect(places(hits)).toEqual([
    [0, null],
    [1, 2],
    [1, 7],
    [4, null],
  ]);
});

test('the next and the previous hit are seen from where the deck is, around the ends', () => {
  const hits = inSlideOrder(separate, [hit(1), hit(4), hit(6)]);
  expect(hitAt(hits, at(4))).toBe(1);
  expect(hitAt(hits, at(5))).toBe(-1);
  expect(hitAfter(hits, at(0), 1)).toBe(0);
  expect(hitAfter(hits, at(1), 1)).toBe(1);
  expect(hitAfter(hits, at(5), 1)).toBe(2);
  expect(hitAfter(hits, at(6), 1)).toBe(0);
  expect(hitAfter(hits, at(5), -1)).toBe(1);
  expect(hitAfter(hits, at(1), -1)).toBe(2);
  expect(hitAfter([], at(1), 1)).toBe(-1);
});

test('slides inside a document are told apart', () => {
  const hits = inSlideOrder(separate, [hit(0, 3), hit(0, 9)]);
  expect(hitAt(hits, at(0, 3))).toBe(0);
  expect(hitAfter(hits, at(0, 3), 1)).toBe(1);
  expect(hitAfter(hits, at(0, 9), 1)).toBe(0);
  expect(hitAfter(hits, at(0, 5), -1)).toBe(0);
});

test('a slide with steps is one slide, on whichever step it is', () => {
  const hits = inSlideOrder(separate, [hit(2), hit(5)]);
  expect(hitAt(hits, at(2, 0))).toBe(0);
  expect(hitAfter(hits, at(2, 0), 1)).toBe(1);
});

test('slides that share a document are found once', () => {
  const shared = Array.from({ length: 3 }, () => ({ file: 'deck.html' }));
  expect(places(inSlideOrder(shared, [hit(0, 1), hit(1, 1), hit(2, 1), hit(0, 2)]))).toEqual([
    [1, 1],
    [2, 2],
  ]);
});
