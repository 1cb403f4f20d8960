import { atom } from 'nanostores';
import type { Deck } from '#shared/decks.ts';

type DraggedDecks = readonly Pick<Deck, 'id' | 'title'>[];

/** The decks that the user is dragging from the library; null: none. They can be dropped on a collection. */
export const $draggedDecks = atom<DraggedDecks | null>(null);

export const deckDrag = {
  begin: (decks: DraggedDecks): void => $draggedDecks.set(decks),
  end: (): void => $draggedDecks.set(null),
};
