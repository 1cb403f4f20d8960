import { expect, test } from 'vitest';
import { findTiles } from './find-tiles.ts';
import type { Tile } from './tiles.ts';

const tile = (current: number, label: string, ...notes: string[]): Tile => ({
  current,
  label,
  notes,
  picture: { is: 'card', text: '' },
  hasNote: false,
  hasInk: false,
});
const tiles = [
  tile(0, 'Willkommen'),
  tile(1, 'Zahlen für Übermorgen', 'Erst die Umsätze,\ndann die Kosten.'),
  tile(2, 'Danke', `${'Viel vorher. '.repeat(10)}Fragen? ${'Viel danach. '.repeat(20)}`),
];
const found = (query: string) => findTiles(tiles, query).map(({ tile: { current } }) => current);

test.each([
  ['', [0, 1, 2]],
  ['  ', [0, 1, 2]],
  ['danke', [2]],
  ['UBER', [1]],
  ['umsatze kosten', [1]],
  ['zahlen kosten', [1]],
  ['zahlen fragen', []],
  ['3', [2]],
])('%j finds %j', (query, numbers) => expect(found(query)).toEqual(numbers));

test('a match in the notes is shown with the surrounding text', () => {
  const [hit] = findTiles(tiles, 'fragen');
  expect(hit?.excerpt?.map(({ text }) => text).join('')).toMatch(/^….*vorher\. Fragen\? Viel danach.*…$/);
  expect(findTiles(tiles, 'danke')[0]?.excerpt).toBeNull();
});
