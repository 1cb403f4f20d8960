import type { Talk } from '#shared/talks.ts';

/** The talks of one deck that this window knows. */
export interface TalkList {
  readonly running: readonly Talk[];
  /** The highest revision seen of each talk, including ended ones. Older revisions are ignored; infinite if it cannot come back. */
  readonly seen: ReadonlyMap<string, number>;
}

export const NO_TALKS: TalkList = { running: [], seen: new Map() };

/** The list after an update of one talk. Old updates change nothing. A talk that its presenter left may come back after its end. */
export function withTalk(list: TalkList, talk: Talk, ended: boolean): TalkList {
  if (talk.revision <= (list.seen.get(talk.id) ?? 0)) return list;
  const others = list.running.filter(({ id }) => id !== talk.id);
  return {
    running: ended ? others : [...others, talk].toSorted((a, b) => a.startedAt.localeCompare(b.startedAt)),
    seen: new Map(list.seen).set(talk.id, talk.revision),
  };
}

/** The talk that this user presents; all their windows share it. */
export function talkOf(list: TalkList, userId: string): Talk | null {
  return list.running.findLast(({ presenter }) => presenter.id === userId) ?? null;
}
