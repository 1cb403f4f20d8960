import { personOf } from '#server/people.ts';
import type { Talk, TalkClock } from '#shared/talks.ts';
import type { TalkRow } from './talks.repo.ts';

export function serializeTalk(row: TalkRow): Talk {
  const { id, deckId, versionId, place, blank, revision, movedBy } = row;
  return {
    id,
    deckId,
    versionId,
    presenter: personOf(row.presenterId, row.presenterName),
    place,
    blank,
    clock: serializeClock(row),
    startedAt: row.startedAt.toISOString(),
    revision,
    movedBy,
  };
}

export function serializeClock({
  elapsedMs,
  runningSince,
  plannedSeconds,
  now,
}: Pick<TalkRow, 'elapsedMs' | 'runningSince' | 'plannedSeconds' | 'now'>): TalkClock {
  return { elapsedMs, runningSince: runningSince?.toISOString() ?? null, plannedSeconds, at: now.toISOString() };
}
