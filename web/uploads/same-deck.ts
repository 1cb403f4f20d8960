import type { Deck } from '#shared/decks.ts';
import { DECK_TITLE_MAX } from '#shared/limits.ts';

/** The deck that an uploaded file very probably is the next version of. */
export interface SameDeck {
  readonly deck: Deck;
  /** Whether the file has the same bytes as the deck's current version. */
  readonly isIdentical: boolean;
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

/** The decks with this title that the user may edit. Case, white space and the form of accented letters do not matter. */
export function editableWithTitle(title: string, decks: readonly Deck[]): Deck[] {
  const wanted = comparable(title);
  return decks.filter((deck) => deck.permissions.edit && comparable(deck.title) === wanted);
}

/** The deck with the file's bytes, otherwise the one that was changed last; null if there is none. */
export function mostProbable(decks: readonly Deck[], fingerprint: string | null): SameDeck | null {
  const newestFirst = decks.toSorted((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt));
  const identical = newestFirst.find((deck) => deck.fingerprint === fingerprint);
  const deck = identical ?? newestFirst[0];
  return deck === undefined ? null : { deck, isIdentical: identical !== undefined };
}

function comparable(title: string): string {
  return titleLine(title).normalize('NFC').toLowerCase();
}
