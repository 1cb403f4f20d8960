import type { Actor } from '#server/auth/actor.ts';

interface TalkFacts {
  readonly presenterId: string | null;
}

/** Moving it, its clock and its light dot, its remotes, and handing it over: the presenter, from any of their windows. */
export function canPresent(actor: Actor, talk: TalkFacts): boolean {
  return talk.presenterId === actor.userId;
}
