import type { Actor } from '#server/auth/actor.ts';
import type { DeckAccess } from '#shared/deck-people.ts';
import type { Visibility } from '#shared/decks.ts';

/**
 * What an actor may do with a deck. Each of the first three rights includes those before it; no one has them while the deck is in the
 * trash. Only then, there is the last one.
 *
 * - `read`: see and play it, download it, work on its notes and drawings, present it
 * - `edit`: change its title, add and restore versions
 * - `manage`: change its visibility, its people and its owner, delete it, erase what others have drawn
 * - `recover`: see it in the trash, restore it, delete it for good
 */
export type DeckRight = 'read' | 'edit' | 'manage' | 'recover';

/** The properties of a deck, for one actor, on which that actor's rights depend. */
export interface DeckFacts {
  readonly ownerId: string;
  readonly visibility: Visibility;
  /** How the deck is shared with the actor by name; null if it is not. */
  readonly sharedAs: DeckAccess | null;
  /** When the deck was moved to the trash; null if it is not there. */
  readonly deletedAt: Date | null;
}

/** The rule of access to decks. `readableBy` is the right `read` in SQL. */
export function may({ userId, role }: Pick<Actor, 'userId' | 'role'>, right: DeckRight, deck: DeckFacts): boolean {
  const isOwnerOrAdmin = role === 'admin' || deck.ownerId === userId;
  const isInTrash = deck.deletedAt !== null;
  if (isInTrash !== (right === 'recover')) return false;
  switch (right) {
    case 'read':
      return isOwnerOrAdmin || deck.visibility === 'team' || deck.sharedAs !== null;
    case 'edit':
      return isOwnerOrAdmin || deck.sharedAs === 'edit';
    case 'manage':
    case 'recover':
      return isOwnerOrAdmin;
  }
}
