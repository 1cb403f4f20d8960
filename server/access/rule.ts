import type { Actor } from '#server/auth/actor.ts';
import type { Visibility } from '#shared/decks.ts';

/**
 * What somebody may do to a deck; each right includes those before it.
 *
 * - `read`: see and play it, download it, work on its notes and drawings, present it
 * - `edit`: change its title, add and restore versions
 * - `manage`: change its visibility, delete it, erase what others drew on it
 */
export type DeckRight = 'read' | 'edit' | 'manage';

/** What the rule needs to know of a deck. */
export interface DeckFacts {
  readonly ownerId: string;
  readonly visibility: Visibility;
}

/** The one rule of access to decks. `readableBy` says the same in SQL. */
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
