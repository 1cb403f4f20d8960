import type { Remote, RemoteView } from '#shared/talks.ts';
import type { RemoteRow, SteeringRemote } from './remotes.repo.ts';
import { presentClock } from './talks.presenter.ts';

export function presentRemote({ id, talkId, name, confirmedAt, createdAt }: RemoteRow): Remote {
  return { id, talkId, name, status: confirmedAt ? 'confirmed' : 'waiting', createdAt: createdAt.toISOString() };
}

export function presentView({ remote, talk, deckTitle, presenterHere }: SteeringRemote): RemoteView {
  const presenterName = talk.presenterName ?? '';
  if (remote.confirmedAt === null) return { status: 'waiting', presenterName };
  const { place, slideCount, blank } = talk;
  const slideNumber = place.slideIndex + 1;
  return {
    status: 'confirmed',
    presenterName,
    deckTitle,
    slideNumber,
    slideCount,
    blank,
    clock: presentClock(talk),
    presenterHere,
  };
}
