import type { Place } from '#shared/place.ts';
import { type DeckShape, isOneDocument } from './standing.ts';

/** The number in a deck's address, from 1; null: there is none, or nonsense. */
export function numberFromAddress(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null;
}

/** Where a visit begins: at the slide that the address names, with its steps if that is where this person left off; else where they left off. */
export function startingPlace(deck: DeckShape, number: number | null, left: Place | null): Place {
  if (left !== null && (number === null || number === numberOf(deck, left))) return left;
  return placeOf(deck, number ?? 1);
}

function placeOf(deck: DeckShape, number: number): Place {
  const slideIndex = Math.min(number, deck.slides.length) - 1;
  // Its first slide is where a document opens anyway.
  return { slideIndex, inner: isOneDocument(deck) && number > 1 ? { index: number - 1, step: 0 } : null };
}

function numberOf(deck: DeckShape, { slideIndex, inner }: Place): number {
  return 1 + (isOneDocument(deck) && inner !== null ? inner.index : slideIndex);
}
