import type { Actor } from '#server/auth/actor.ts';

/** Whoever sees a deck draws on it and erases what is theirs; its owner and admins erase anybody's. */
export function canEraseOthersStrokes(actor: Actor, deck: { readonly ownerId: string }): boolean {
  return actor.role === 'admin' || deck.ownerId === actor.userId;
}
