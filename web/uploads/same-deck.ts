import type { Deck } from '#shared/decks.ts';
import { DECK_TITLE_MAX } from '#shared/limits.ts';

/** The deck that an uploaded file very probably is the next version of. */
export interface SameDeck {
  readonly deck: Deck;
  /** Whether the file has the same bytes as the deck's current version. */
  readonly isIdentical: boolean;
  /** Whether the deck has another title than its package, which is that of the file. */
  readonly isRenamed: boolean;
}

/** A title as one line, as the server stores that of a package. */
export function titleLine(title: string): string {
  return title
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, DECK_TITLE_MAX)
    .toWellFormed()
    .trim();
}

/** The decks that the user may edit. */
export function editable(decks: readonly Deck[]): Deck[] {
  return decks.filter((deck) => deck.permissions.edit);
}

/** The decks with this title that the user may edit. */
export function editableWithTitle(title: string, decks: readonly Deck[]): Deck[] {
  return editable(decks).filter((deck) => hasTitle(deck, title));
}

/** Whether the deck has this title. Case, white space and the form of accented letters do not matter. */
function hasTitle(deck: Deck, title: string): boolean {
  return comparable(deck.title) === comparable(title);
}

/** Of decks with a title: the deck with the file's bytes, otherwise the one that was changed last; null if there is none. */
export function mostProbable(title: string, decks: readonly Deck[], fingerprint: string | null): SameDeck | null {
  const newestFirst = decks.toSorted((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt));
  const identical = newestFirst.find((deck) => deck.fingerprint === fingerprint);
  const deck = identical ?? newestFirst[0];
  return deck === undefined ? null : { deck, isIdentical: identical !== undefined, isRenamed: !hasTitle(deck, title) };
}

function comparable(title: string): string {
  return titleLine(title).normalize('NFC').toLowerCase();
}
