import type { Actor } from '#server/auth/actor.ts';
import { serializeDeck } from '#server/decks/decks.serializer.ts';
import { personOf } from '#server/people.ts';
import { shortAddress } from '#shared/audiences.ts';
import type { RemoteQuestion } from '#shared/questions.ts';
import type { LiveTalk, Remote, RemoteView, Talk, TalkClock } from '#shared/talks.ts';
import type { LiveTalkRow } from './live-talks.repo.ts';
import type { RemoteRow, SteeringRemote } from './remotes.repo.ts';
import type { TalkRow } from './talks.repo.ts';

/** @param baseUrl of this Lectern, for the address of the talk */
export function serializeTalk(row: TalkRow, baseUrl: string): Talk {
  const { id, deckId, versionId, place, blank, audienceCode, question, takesQuestions, takesReactions, revision, movedBy } = row;
  return {
    id,
    deckId,
    versionId,
    presenter: personOf(row.presenterId, row.presenterName),
    place,
    blank,
    address: audienceCode === null ? null : shortAddress(baseUrl, audienceCode),
    question,
    takesQuestions,
    takesReactions,
    clock: serializeClock(row),
    startedAt: row.startedAt.toISOString(),
    revision,
    movedBy,
  };
}

export function serializeLiveTalk({ id, startedAt, presenterId, presenterName, deck }: LiveTalkRow, actor: Actor): LiveTalk {
  return {
    id,
    presenter: personOf(presenterId, presenterName),
    startedAt: startedAt.toISOString(),
    deck: serializeDeck(deck, actor),
  };
}

function serializeClock({
  elapsedMs,
  runningSince,
  plannedSeconds,
  now,
}: Pick<TalkRow, 'elapsedMs' | 'runningSince' | 'plannedSeconds' | 'now'>): TalkClock {
  return { elapsedMs, runningSince: runningSince?.toISOString() ?? null, plannedSeconds, at: now.toISOString() };
}

export function serializeRemote({ id, talkId, name, confirmedAt, createdAt }: RemoteRow): Remote {
  return { id, talkId, name, status: confirmedAt ? 'confirmed' : 'waiting', createdAt: createdAt.toISOString() };
}

/** @param questions null: the talk takes none */
export function serializeView(
  { remote, talk, deckTitle, presenterHere }: SteeringRemote,
  questions: RemoteQuestion[] | null,
): RemoteView {
  const presenterName = talk.presenterName ?? '';
  if (remote.confirmedAt === null) return { status: 'waiting', presenterName };
  const { place, blank } = talk;
  const { inner } = place;
  // As the presenter sees them: a deck that is a single document is counted by the slides inside it.
  const counted =
    inner?.count === undefined
      ? { slideNumber: place.slideIndex + 1, slideCount: talk.slideCount }
      : { slideNumber: inner.index + 1, slideCount: inner.count };
  return {
    status: 'confirmed',
    presenterName,
    deckTitle,
    ...counted,
    blank,
    clock: serializeClock(talk),
    questions,
    presenterHere,
  };
}
