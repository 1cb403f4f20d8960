import { expect, test } from 'vitest';
import { whereabouts } from './whereabouts.ts';

const ann = { name: 'Ann', number: 3 };

test.each([
  ['a slide of the package', null, false, ['live.looksAt', ann]],
  ['a slide with steps only', { index: 4, step: 1 }, false, ['live.looksAt', ann]],
  ['a slide inside a slide', { index: 4, step: 1, count: 17 }, false, ['live.looksInside', { ...ann, inner: 5, count: 17 }]],
  ['a slide of a deck that is one document', { index: 2, step: 0, count: 17 }, true, ['live.looksAtOf', { ...ann, count: 17 }]],
] as const)('%s', (_, inner, isOneDocument, text) => {
  expect(whereabouts('Ann', { slideIndex: 2, inner }, 2, isOneDocument)).toEqual(text);
});
