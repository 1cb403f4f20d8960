import type { Deck } from '#shared/decks.ts';

/** The address of the picture of a deck's first slide. Another version has another address. */
export function thumbnailAddress({ id, fingerprint }: Pick<Deck, 'id' | 'fingerprint'>): string {
  return `/api/decks/${id}/thumbnail?v=${fingerprint.slice(7, 19)}`;
}

/** The angle of the light where a picture is missing, in degrees, derived from the fingerprint so that it is always the same. */
export function lightAngle({ fingerprint }: Pick<Deck, 'fingerprint'>): number {
  return (Number.parseInt(fingerprint.slice(7, 11), 16) % 120) - 60;
}
