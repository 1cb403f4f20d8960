import type { Actor } from '#server/auth/actor.ts';
import { deckNotFound, forbidden } from '#server/errors.ts';
import { type DeckFacts, type DeckRight, may } from './rule.ts';

declare const granted: unique symbol;

/** A deck together with an actor who was found to be allowed to read it. `grantDeck` alone makes one. */
export interface ReadableDeck extends DeckFacts {
  readonly id: string;
  readonly actor: Actor;
  /** What was found, for `holdDeck` to check again. */
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
 * A deck as somebody may use it. Functions that write demand one by their type, and check the right again with `holdDeck`.
 *
 * @throws AppError DECK_NOT_FOUND for no deck, and for one that the actor may not read; FORBIDDEN where they may do less
 */
export function grantDeck<Right extends DeckRight, Deck extends DeckFacts & { readonly id: string }>(
  actor: Actor,
  right: Right,
  deck: Deck | null,
): Deck & GrantedDecks[Right] {
  if (deck === null) throw deckNotFound();
  refuseUnlessAllowed(actor, right, deck);
  // The mark exists for the type checker alone.
  return { ...deck, actor, right } as Deck & GrantedDecks[Right];
}

/** @throws AppError DECK_NOT_FOUND or FORBIDDEN */
export function refuseUnlessAllowed(actor: Pick<Actor, 'userId' | 'role'>, right: DeckRight, deck: DeckFacts): void {
  if (!may(actor, 'read', deck)) throw deckNotFound();
  if (!may(actor, right, deck)) throw forbidden();
}
