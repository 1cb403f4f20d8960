import { atom } from 'nanostores';
import type { Deck } from '#shared/decks.ts';

/** The decks that are selected in the library, by id, in the order in which they were selected. */
export const $selection = atom<ReadonlyMap<string, Deck>>(new Map());

/** The decks of the page in the order in which it shows them. */
let shown: readonly Deck[] = [];
/** The deck that was selected last: a range begins there. */
let anchor: string | null = null;

export const selection = {
  /** Sets which decks the page shows. */
  show: (decks: readonly Deck[]): void => {
    shown = decks;
  },

  /** Selects a deck, or takes it out of the selection. */
  toggle: (deck: Deck): void => {
    const next = new Map($selection.get());
    if (!next.delete(deck.id)) next.set(deck.id, deck);
    anchor = deck.id;
    $selection.set(next);
  },

  /** Selects all decks from the one that was selected last to this one. */
  extendTo: (deck: Deck): void => {
    const from = shown.findIndex(({ id }) => id === anchor);
    const to = shown.findIndex(({ id }) => id === deck.id);
    if (from === -1 || to === -1) return selection.toggle(deck);
    const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1);
    $selection.set(new Map([...$selection.get(), ...range.map((each) => [each.id, each] as const)]));
  },

  /** Selects all decks that the page has loaded. */
  all: (): void => $selection.set(new Map(shown.map((deck) => [deck.id, deck]))),

  clear: (): void => {
    anchor = null;
    if ($selection.get().size > 0) $selection.set(new Map());
  },
};
