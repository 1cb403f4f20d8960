import type { Actor } from '#server/auth/actor.ts';
import { deckNotFound, forbidden } from '#server/errors.ts';
import { type DeckFacts, type DeckRight, may } from './rule.ts';

declare const granted: unique symbol;

/** A deck and an actor who has a right to it. Only `grantDeck` creates one. */
export interface GrantedDeck extends DeckFacts {
  readonly id: string;
  readonly actor: Actor;
  /** The right that was granted; `holdDeck` checks it again. */
  readonly right: DeckRight;
  readonly [granted]: object;
}

/** A deck and an actor who may read it. */
export interface ReadableDeck extends GrantedDeck {
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

/** A deck in the trash and an actor with the right `recover`. It is not readable. */
export interface RecoverableDeck extends GrantedDeck {
  readonly [granted]: { readonly recover: true };
}

interface GrantedDecks {
  readonly read: ReadableDeck;
  readonly edit: ChangeableDeck;
  readonly manage: ManageableDeck;
  readonly recover: RecoverableDeck;
}

/**
 * Checks a right and returns the deck with it in its type. Functions that write require such a deck and check the right again with
 * `holdDeck`.
 *
 * @throws AppError DECK_NOT_FOUND if there is no deck, the actor may not read it, or (for `recover`) it is not in the actor's trash;
 *   FORBIDDEN if they may read it, but lack this right
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
  if (may(actor, right, deck)) return;
  throw right !== 'recover' && may(actor, 'read', deck) ? forbidden() : deckNotFound();
}
