import { expect, test } from 'vitest';
import { elsewhere, whereabouts } from './whereabouts.ts';

const ann = { name: 'Ann', number: 3 };

test.each([
  ['a slide of the package', null, false, ['live.looksAt', ann]],
  ['a slide with steps only', { index: 4, step: 1 }, false, ['live.looksAt', ann]],
  ['a slide inside a slide', { index: 4, step: 1, count: 17 }, false, ['live.looksInside', { ...ann, inner: 5, count: 17 }]],
  ['a slide of a deck that is one document', { index: 2, step: 0, count: 17 }, true, ['live.looksAtOf', { ...ann, count: 17 }]],
] as const)('%s', (_, inner, isOneDocument, text) => {
  expect(whereabouts('Ann', { slideIndex: 2, inner }, 2, isOneDocument)).toEqual(text);
});

test.each([
  ['of the version that is shown', 'new', true, null],
  ['of a window that does not say its version', null, true, null],
  ['of an earlier version, while the current one is shown', 'old', true, 'live.looksAtEarlier'],
  ['of any other version, while an earlier one is shown', 'old', false, 'live.looksAtOther'],
] as const)('a slide %s', (_, versionId, current, key) => {
  const window = {
    clientId: 'window',
    person: { id: 'ann', name: 'Ann' },
    place: { slideIndex: 2, inner: null },
    versionId,
    following: null,
  };
  const text = elsewhere(window, { currentVersionId: 'new', currentVersion: { current } });
  expect(text).toEqual(key === null ? null : [key, { name: 'Ann' }]);
});
