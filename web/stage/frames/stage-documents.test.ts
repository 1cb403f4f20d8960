import type { Manifest } from 'deck-format';
import { expect, test } from 'vitest';
import { documentsAt, framed } from './stage-documents.ts';

const slides = ['a.html', 'b.html', 'c.html', 'd.html'].map((file, at): Manifest['slides'][number] => ({
  index: at + 1,
  id: file,
  label: file,
  file,
  thumbnail: null,
  notes: null,
}));
const at = (index: number, left: [number, number][] = []) => documentsAt({ slides, index, variant: 'v', left: new Map(left) });
const starts = (...args: Parameters<typeof framed>) => framed(...args).map(({ start }) => start);
const keyOf = (index: number) => at(index).current.key;

test('nothing is loaded ahead before the current slide is visible', () => {
  expect(starts(at(1), null, new Set())).toEqual([1]);
  expect(starts(at(1), keyOf(0), new Set())).toEqual([0, 1]);
});

test('then the next slide is loaded, and after it the previous one', () => {
  expect(starts(at(1), keyOf(1), new Set([keyOf(1)]))).toEqual([1, 2]);
  expect(starts(at(1), keyOf(1), new Set([keyOf(1), keyOf(2)]))).toEqual([0, 1, 2]);
});

test('documents loaded ahead stay in place while the slide changes', () => {
  expect(starts(at(2), keyOf(1), new Set([keyOf(1), keyOf(2), keyOf(3)]))).toEqual([1, 2, 3]);
});

test('a slide that was left gets a new document when it comes back', () => {
  expect(at(1, [[1, 1]]).current.key).not.toBe(keyOf(1));
});
