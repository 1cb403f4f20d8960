import type { Actor } from '#server/auth/actor.ts';
import type { DeckAccess } from '#shared/deck-people.ts';
import type { Visibility } from '#shared/decks.ts';

/**
 * What an actor may do with a deck. Each right includes those before it.
 *
 * - `read`: see and play it, download it, work on its notes and drawings, present it
 * - `edit`: change its title, add and restore versions
 * - `manage`: change its visibility, its people and its owner, delete it, erase what others have drawn
 */
export type DeckRight = 'read' | 'edit' | 'manage';

/** The properties of a deck, for one actor, on which that actor's rights depend. */
export interface DeckFacts {
  readonly ownerId: string;
  readonly visibility: Visibility;
  /** How the deck is shared with the actor by name; null if it is not. */
  readonly sharedAs: DeckAccess | null;
}

/** The rule of access to decks. `readableBy` is the right `read` in SQL. */
export function may({ userId, role }: Pick<Actor, 'userId' | 'role'>, right: DeckRight, deck: DeckFacts): boolean {
  const isOwnerOrAdmin = role === 'admin' || deck.ownerId === userId;
  switch (right) {
    case 'read':
      return isOwnerOrAdmin || deck.visibility === 'team' || deck.sharedAs !== null;
    case 'edit':
      return isOwnerOrAdmin || deck.sharedAs === 'edit';
    case 'manage':
      return isOwnerOrAdmin;
  }
}
