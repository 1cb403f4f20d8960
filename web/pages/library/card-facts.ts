import type { Deck } from '#shared/decks.ts';
import type { Opening } from '#shared/openings.ts';

/** The slide as people count it: in the package, or inside a deck that is one document. */
export function slideNumberOf(
  { place: { slideIndex, inner } }: Opening,
  { slideCount }: Deck,
): { number: number; count: number } {
  if (inner?.count === undefined) return { number: slideIndex + 1, count: slideCount };
  return { number: inner.index + 1, count: inner.count };
}

/** How many slides people count in the deck. */
export function slideCountOf({ shownSlideCount, slideCount }: Deck): number {
  return shownSlideCount ?? slideCount;
}
