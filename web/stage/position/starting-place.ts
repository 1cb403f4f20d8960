import type { Place } from '#shared/place.ts';
import { type DeckShape, isOneDocument } from './slide-runs.ts';

/** The slide number in a deck's address, from 1; null if it is missing or invalid. */
export function numberFromAddress(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null;
}

/** The slide number in the fragment of a visitor's address or, without one, after the token: `/s/<token>#7`, `/s/<token>/7`. From 1. */
export function numberInAddress(): number | null {
  return numberFromAddress(location.hash.slice(1)) ?? numberFromAddress(location.pathname.split('/')[3]);
}

/** The place of a slide inside the document of slide `number`, both from 1. Null if the address does not name one. */
export function insideAddress(number: number | null, inner: number | null): Place | null {
  if (number === null || inner === null) return null;
  return { slideIndex: number - 1, inner: { index: inner - 1, step: 0 } };
}

/**
 * The place where a deck opens. A slide number in the address wins; its step is restored if the user left the deck on that slide.
 * Without a number it is the place where they left.
 */
export function startingPlace(deck: DeckShape, number: number | null, left: Place | null): Place {
  if (left !== null && (number === null || number === numberOf(deck, left))) return left;
  return placeOf(deck, number ?? 1);
}

function placeOf(deck: DeckShape, number: number): Place {
  const slideIndex = Math.min(number, deck.slides.length) - 1;
  // A document opens at its first slide without being told.
  return { slideIndex, inner: isOneDocument(deck) && number > 1 ? { index: number - 1, step: 0 } : null };
}

function numberOf(deck: DeckShape, { slideIndex, inner }: Place): number {
  return 1 + (isOneDocument(deck) && inner !== null ? inner.index : slideIndex);
}
