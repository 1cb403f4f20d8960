import type { Deck } from '#shared/decks.ts';

/** A slide as searches name it: its position in the package, and the one inside its document, if that has several slides; from 0. */
export interface FoundPlace {
  readonly slideIndex: number;
  readonly inner: number | null;
}

type CountedDeck = Pick<Deck, 'id' | 'slideCount'>;

/**
 * The address that opens a deck at a slide, for the router. In a deck that is one document, people count the slides inside it, and so does the
 * address. In any other deck the position inside a document is a parameter of its own.
 */
export function slideAddress(deck: CountedDeck, { slideIndex, inner }: FoundPlace) {
  const isInside = inner !== null && deck.slideCount > 1;
  return {
    to: '/decks/$deckId/$slideNumber',
    params: { deckId: deck.id, slideNumber: String(1 + (isInside ? slideIndex : (inner ?? slideIndex))) },
    search: isInside ? { inner: inner + 1 } : {},
  } as const;
}

/** The number of the slide as people count, from 1, and the number inside its document if they count that separately. */
export function slideNumbers(deck: CountedDeck, { slideIndex, inner }: FoundPlace): { number: number; inner: number | null } {
  if (inner === null) return { number: slideIndex + 1, inner: null };
  return deck.slideCount > 1 ? { number: slideIndex + 1, inner: inner + 1 } : { number: inner + 1, inner: null };
}
