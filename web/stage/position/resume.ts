import type { Place } from '#shared/place.ts';

/** Where the user left a deck. */
export interface ResumePoint {
  readonly place: Place;
  /** The name of the inner slide, which may be at another position in the current version; null if it has none. */
  readonly innerName: string | null;
}

/** Where decks open next, instead of the place in the address: that counts in the version that was shown before. */
const arrivals = new Map<string, ResumePoint>();

/** Makes the deck open at this place, once, when it is opened in another version. */
export function arriveAt(deckId: string, point: ResumePoint): void {
  arrivals.set(deckId, point);
}

export function arrivalOf(deckId: string): ResumePoint | null {
  return arrivals.get(deckId) ?? null;
}

export function hasArrived(deckId: string): void {
  arrivals.delete(deckId);
}
