import type { Deck } from '#shared/decks.ts';

/** The address of the picture of a deck's first slide. Another version has another address. */
export function thumbnailAddress({ id, fingerprint }: Pick<Deck, 'id' | 'fingerprint'>): string {
  return `/api/decks/${id}/thumbnail?v=${fingerprint.slice(7, 19)}`;
}
