import { expect, test } from 'vitest';
import { tilesInside, tilesOfPackage } from './tiles.ts';

const NOTHING = { noteOf: () => '', isDrawnOn: () => false };
const slide = (file: string, thumbnail: string | null = null) => ({
  index: 0,
  file,
  id: file,
  label: file,
  notes: null,
  thumbnail,
});

const picturesOf = (tiles: readonly { picture: unknown }[]) => tiles.map(({ picture }) => picture);

test('tiles of a package show its thumbnails, then pictures of the server, then the slides themselves', () => {
  const slides = [slide('a', 'a.png'), slide('b'), slide('c')];
  const rendered = [
    { index: 0, thumbnailUrl: '/0' },
    { index: 1, thumbnailUrl: '/1' },
    { index: 1, thumbnailUrl: '/1 inside' },
    { index: 2, thumbnailUrl: null },
  ];
  const shown = (hasStills: boolean) => picturesOf(tilesOfPackage(slides, hasStills, rendered, NOTHING)).slice(1);
  expect(picturesOf(tilesOfPackage(slides, true, rendered, NOTHING))[0]).toEqual({ is: 'thumbnail', file: 'a.png' });
  expect(shown(true)).toEqual([
    { is: 'rendered', url: '/1' },
    { is: 'still', file: 'c' },
  ]);
  expect(shown(false)[1]).toEqual({ is: 'card', text: '' });
});

test('tiles inside a document show the pictures of its slides in their order, and cards for those without one', () => {
  const outline = ['One', 'Two', 'Three'].map((label) => ({ label, text: `About ${label}`, notes: null }));
  const rendered = [
    { index: 0, thumbnailUrl: '/0' },
    { index: 0, thumbnailUrl: null },
  ];
  const tiles = tilesInside([slide('index.html')], 3, { outline, names: [] }, rendered, NOTHING);
  expect(picturesOf(tiles)).toEqual([
    { is: 'rendered', url: '/0' },
    { is: 'card', text: 'About Two' },
    { is: 'card', text: 'About Three' },
  ]);
});
