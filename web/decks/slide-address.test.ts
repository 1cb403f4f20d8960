import { expect, test } from 'vitest';
import { slideAddress, slideNumbers } from './slide-address.ts';

const one = { id: 'd', slideCount: 1 };
const several = { id: 'd', slideCount: 12 };

test('a slide of a deck with several documents has the number of its document', () => {
  expect(slideAddress(several, { slideIndex: 4, inner: null })).toMatchObject({ params: { slideNumber: '5' }, search: {} });
  expect(slideNumbers(several, { slideIndex: 4, inner: null })).toEqual({ number: 5, inner: null });
});

test('a slide inside a deck that is one document has its number inside', () => {
  expect(slideAddress(one, { slideIndex: 0, inner: 6 })).toMatchObject({ params: { slideNumber: '7' }, search: {} });
  expect(slideAddress(one, { slideIndex: 0, inner: 0 })).toMatchObject({ params: { slideNumber: '1' }, search: {} });
  expect(slideNumbers(one, { slideIndex: 0, inner: 6 })).toEqual({ number: 7, inner: null });
});

test('a slide inside one of several documents has both numbers, also the first one', () => {
  expect(slideAddress(several, { slideIndex: 4, inner: 2 })).toMatchObject({
    params: { slideNumber: '5' },
    search: { inner: 3 },
  });
  expect(slideAddress(several, { slideIndex: 4, inner: 0 })).toMatchObject({
    params: { slideNumber: '5' },
    search: { inner: 1 },
  });
  expect(slideNumbers(several, { slideIndex: 4, inner: 2 })).toEqual({ number: 5, inner: 3 });
});
