import { expect, test } from 'vitest';
import type { Deck } from '#shared/decks.ts';
import { editableWithTitle, mostProbable, titleLine } from './same-deck.ts';

const someone = { id: 'ana', name: 'Ana' };

function aDeck(deck: Partial<Omit<Deck, 'permissions'>> & { edit?: boolean } = {}): Deck {
  const { edit = true, ...facts } = deck;
  return {
    id: 'deck',
    title: 'Quarterly review',
    fingerprint: 'sha256-0',
    currentVersionId: 'version',
    visibility: 'private',
    ownerId: someone.id,
    owner: someone,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    slideCount: 3,
    shownSlideCount: null,
    hasThumbnail: false,
    starred: false,
    permissions: { edit, share: edit, manage: edit, delete: edit },
    ...facts,
  };
}

test.each([
  ['the same title', 'Quarterly review'],
  ['another case', 'QUARTERLY Review'],
  ['other white space and control characters', '  Quarterly\n\treview '],
])('a deck is found by its title: %s', (_, title) => {
  expect(editableWithTitle(title, [aDeck()])).toHaveLength(1);
});

test('accented letters are the same in both forms of Unicode', () => {
  expect(editableWithTitle('Résumé'.normalize('NFD'), [aDeck({ title: 'Résumé'.normalize('NFC') })])).toHaveLength(1);
});

test('a title that only contains the words is another title', () => {
  expect(editableWithTitle('Quarterly review', [aDeck({ title: 'Quarterly review 2' }), aDeck({ title: 'review' })])).toEqual([]);
});

test('decks that the user may not edit do not count', () => {
  expect(editableWithTitle('Quarterly review', [aDeck({ edit: false })])).toEqual([]);
});

test('a long title is compared as the server stores it', () => {
  const long = 'word '.repeat(100);
  expect(editableWithTitle(long, [aDeck({ title: titleLine(long) })])).toHaveLength(1);
});

test('of several decks, the one that was changed last is the most probable', () => {
  const older = aDeck({ id: 'older' });
  const newer = aDeck({ id: 'newer', updatedAt: '2026-02-01T00:00:00.000Z' });
  expect(mostProbable('Quarterly review', [older, newer], 'sha256-1')).toEqual({
    deck: newer,
    isIdentical: false,
    isRenamed: false,
  });
  expect(mostProbable('Quarterly review', [newer, older], null)).toEqual({ deck: newer, isIdentical: false, isRenamed: false });
});

test('a deck with the same bytes comes before one that was changed later', () => {
  const same = aDeck({ id: 'same', fingerprint: 'sha256-1' });
  const newer = aDeck({ id: 'newer', updatedAt: '2026-02-01T00:00:00.000Z' });
  expect(mostProbable('Quarterly review', [newer, same], 'sha256-1')).toEqual({
    deck: same,
    isIdentical: true,
    isRenamed: false,
  });
});

test('a deck with another title than the package was renamed', () => {
  const renamed = aDeck({ title: 'Renamed' });
  expect(mostProbable('Quarterly review', [renamed], null)).toMatchObject({ deck: renamed, isRenamed: true });
});

test('without a deck there is no match', () => {
  expect(mostProbable('Quarterly review', [], 'sha256-1')).toBeNull();
});
