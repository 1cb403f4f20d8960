import type { Actor } from '#server/auth/actor.ts';
import type { Visibility } from '#shared/decks.ts';

/**
 * What an actor may do with a deck. Each right includes those before it.
 *
 * - `read`: see and play it, download it, work on its notes and drawings, present it
 * - `edit`: change its title, add and restore versions
 * - `manage`: change its visibility, delete it, erase what others have drawn
 */
export type DeckRight = 'read' | 'edit' | 'manage';

/** The properties of a deck on which rights depend. */
export interface DeckFacts {
  readonly ownerId: string;
  readonly visibility: Visibility;
}

/** The rule of access to decks. `readableBy` is the same rule in SQL. */
export function may({ userId, role }: Pick<Actor, 'userId' | 'role'>, right: DeckRight, deck: DeckFacts): boolean {
  const isOwnerOrAdmin = role === 'admin' || deck.ownerId === userId;
  switch (right) {
    case 'read':
      return isOwnerOrAdmin || deck.visibility === 'team';
    case 'edit':
    case 'manage':
      return isOwnerOrAdmin;
  }
}
