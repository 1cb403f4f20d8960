import { expect, test } from 'vitest';
import { toldPlace } from './places.ts';

const place = { slideIndex: 0, inner: { index: 4, step: 1 } };

test('a talk tells how many slides there are inside a deck that is one document', () => {
  const told = toldPlace({ place, isOneDocument: true, counted: true, count: 41 });
  expect(told).toEqual({ slideIndex: 0, inner: { index: 4, step: 1, count: 41 } });
});

test('where slides of the package are counted, or nothing is known yet, it does not', () => {
  expect(toldPlace({ place, isOneDocument: false, counted: true, count: 3 })).toEqual(place);
  expect(toldPlace({ place, isOneDocument: true, counted: false, count: 5 })).toEqual(place);
  const silent = { slideIndex: 2, inner: null };
  expect(toldPlace({ place: silent, isOneDocument: true, counted: true, count: 3 })).toEqual(silent);
});
