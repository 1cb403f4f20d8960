import type { Remote, RemoteView } from '#shared/talks.ts';
import type { RemoteRow, SteeringRemote } from './remotes.repo.ts';
import { serializeClock } from './talks.serializer.ts';

export function serializeRemote({ id, talkId, name, confirmedAt, createdAt }: RemoteRow): Remote {
  return { id, talkId, name, status: confirmedAt ? 'confirmed' : 'waiting', createdAt: createdAt.toISOString() };
}

export function serializeView({ remote, talk, deckTitle, presenterHere }: SteeringRemote): RemoteView {
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
    presenterHere,
  };
}
