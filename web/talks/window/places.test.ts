import { expect, test } from 'vitest';
import { placeForTalk } from './places.ts';

const place = { slideIndex: 0, inner: { index: 4, step: 1 } };

test('a place for a talk contains the slide count of a single-document deck', () => {
  const sent = placeForTalk({ place, isOneDocument: true, counted: true, count: 41 });
  expect(sent).toEqual({ slideIndex: 0, inner: { index: 4, step: 1, count: 41 } });
});

test('it contains no count for other decks or before the count is known', () => {
  expect(placeForTalk({ place, isOneDocument: false, counted: true, count: 3 })).toEqual(place);
  expect(placeForTalk({ place, isOneDocument: true, counted: false, count: 5 })).toEqual(place);
  const unreported = { slideIndex: 2, inner: null };
  expect(placeForTalk({ place: unreported, isOneDocument: true, counted: true, count: 3 })).toEqual(unreported);
});
