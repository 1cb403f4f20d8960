import type { Manifest } from 'deck-format';
import { expect, test } from 'vitest';
import { needsScripts, neighbours, runOf } from './slide-runs.ts';

const slides = ['a.html', 'b.html', 'b.html', 'b.html', 'c.html'].map((file, position): Manifest['slides'][number] => ({
  index: position + 1,
  id: `${position}`,
  label: file,
  file,
  thumbnail: null,
  notes: null,
}));

test.each([
  [0, { start: 0, length: 1, file: 'a.html' }],
  [1, { start: 1, length: 3, file: 'b.html' }],
  [3, { start: 1, length: 3, file: 'b.html' }],
  [4, { start: 4, length: 1, file: 'c.html' }],
])('slide %i', (index, run) => expect(runOf(slides, index)).toEqual(run));

test.each([
  [0, [1]],
  [2, [4, 0]],
  [4, [1]],
])('neighbours of slide %i', (index, starts) => expect(neighbours(slides, index)).toEqual(starts));

test.each([
  ['single-file-html', 'kept-whole', true],
  ['multi-file', 'split', true],
  ['multi-file', 'slides', false],
  ['multi-file', undefined, false],
] as const)('a deck that is %s and %s: whether its slides need scripts is %s', (architecture, conversionMode, expected) => {
  const provenance = { sourceKind: null, conversionMode };
  expect(needsScripts({ architecture, provenance } as Partial<Manifest> as Manifest)).toBe(expected);
});
