import type { Actor } from '#server/auth/actor.ts';
import type { UserChanges } from './users.repo.ts';

/** An admin may change other users in any way, but may not remove, demote or disable themselves. */
export function canChangeUser(actor: Actor, userId: string, changes: UserChanges): boolean {
  return actor.userId !== userId || (changes.role !== 'user' && changes.disabled !== true);
}

export function canRemoveUser(actor: Actor, userId: string): boolean {
  return actor.userId !== userId;
}
