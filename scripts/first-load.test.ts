import { expect, test } from 'vitest';
import { pageFiles } from './first-load.ts';

const fileOf = (address: string) => pageFiles().find(({ pattern }) => new RegExp(pattern).test(address))?.file;

test.each([
  ['/', 'library.html'],
  ['/sign-in', 'signIn.html'],
  ['/admin/users', 'users.html'],
  ['/decks/d8f1', 'deck.html'],
  ['/decks/d8f1/12', 'deck.html'],
  ['/decks/d8f1/present', 'present.html'],
  ['/decks', undefined],
  ['/elsewhere', undefined],
])('%s has the file %s', (address, file) => {
  expect(fileOf(address)).toBe(file);
});

test.each([
  ['/decks/d8f1', 'd8f1'],
  ['/decks/d8f1/12', 'd8f1'],
  ['/decks/d8f1/present', 'd8f1'],
  ['/decks/d8f1/compare', undefined],
  ['/', undefined],
])('%s plays the deck %s', (address, deckId) => {
  const page = pageFiles().find(({ pattern }) => new RegExp(pattern).test(address));
  expect(new RegExp(page?.pattern ?? '').exec(address)?.groups?.['deckId']).toBe(deckId);
});
