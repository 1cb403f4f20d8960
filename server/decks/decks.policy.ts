import type { Actor } from '#server/auth/actor.ts';
import type { Visibility } from '#shared/decks.ts';

export interface DeckFacts {
  readonly ownerId: string;
  readonly visibility: Visibility;
}

/** Seeing a deck, playing it, and working on its notes and annotations. */
export function canRead(actor: Actor, deck: DeckFacts): boolean {
  return deck.visibility === 'team' || canChange(actor, deck);
}

/** Changing, replacing and deleting it. */
export function canChange(actor: Actor, deck: DeckFacts): boolean {
  return actor.role === 'admin' || deck.ownerId === actor.userId;
}
