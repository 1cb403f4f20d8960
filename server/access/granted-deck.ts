import type { Actor } from '#server/auth/actor.ts';
import { deckNotFound, forbidden } from '#server/errors.ts';
import { type DeckFacts, type DeckRight, may } from './rule.ts';

declare const granted: unique symbol;

/** A deck and an actor who may read it. Only `grantDeck` creates one. */
export interface ReadableDeck extends DeckFacts {
  readonly id: string;
  readonly actor: Actor;
  /** The right that was granted; `holdDeck` checks it again. */
  readonly right: DeckRight;
  readonly [granted]: { readonly read: true };
}

/** The same for `edit`. */
export interface ChangeableDeck extends ReadableDeck {
  readonly [granted]: { readonly read: true; readonly edit: true };
}

/** The same for `manage`. */
export interface ManageableDeck extends ChangeableDeck {
  readonly [granted]: { readonly read: true; readonly edit: true; readonly manage: true };
}

interface GrantedDecks {
  readonly read: ReadableDeck;
  readonly edit: ChangeableDeck;
  readonly manage: ManageableDeck;
}

/**
 * Checks a right and returns the deck with it in its type. Functions that write require such a deck and check the right again with
 * `holdDeck`.
 *
 * @throws AppError DECK_NOT_FOUND if there is no deck or the actor may not read it; FORBIDDEN if they may read it, but lack this right
 */
export function grantDeck<Right extends DeckRight, Deck extends DeckFacts & { readonly id: string }>(
  actor: Actor,
  right: Right,
  deck: Deck | null,
): Deck & GrantedDecks[Right] {
  if (deck === null) throw deckNotFound();
  refuseUnlessAllowed(actor, right, deck);
  // The mark exists only for the type checker.
  return { ...deck, actor, right } as Deck & GrantedDecks[Right];
}

/** @throws AppError DECK_NOT_FOUND or FORBIDDEN */
export function refuseUnlessAllowed(actor: Pick<Actor, 'userId' | 'role'>, right: DeckRight, deck: DeckFacts): void {
  if (!may(actor, 'read', deck)) throw deckNotFound();
  if (!may(actor, right, deck)) throw forbidden();
}
