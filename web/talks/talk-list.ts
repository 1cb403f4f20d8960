import type { Talk } from '#shared/talks.ts';

/** The talks of one deck, as far as this window has heard. */
export interface TalkList {
  readonly running: readonly Talk[];
  /** Highest revision seen of each talk, of ended ones as well: what is not newer is an echo. */
  readonly seen: ReadonlyMap<string, number>;
}

export const NO_TALKS: TalkList = { running: [], seen: new Map() };

/** The list after news of one talk. Old news change nothing, an ended talk does not come back. */
export function withTalk(list: TalkList, talk: Talk, ended: boolean): TalkList {
  if (talk.revision <= (list.seen.get(talk.id) ?? 0)) return list;
  const others = list.running.filter(({ id }) => id !== talk.id);
  return {
    running: ended ? others : [...others, talk].toSorted((a, b) => a.startedAt.localeCompare(b.startedAt)),
    seen: new Map(list.seen).set(talk.id, ended ? Infinity : talk.revision),
  };
}

/** The talk that this person gives: the windows of one person share one. */
export function talkOf(list: TalkList, userId: string): Talk | null {
  return list.running.findLast(({ presenter }) => presenter.id === userId) ?? null;
}
