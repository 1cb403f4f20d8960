import type { Actor } from '#server/auth/actor.ts';

interface TalkFacts {
  readonly presenterId: string | null;
}

/**
 * Only the presenter, in any of their windows, may move the talk, change its clock, point, manage its remotes and hand it over.
 */
export function canPresent(actor: Actor, talk: TalkFacts): boolean {
  return talk.presenterId === actor.userId;
}
