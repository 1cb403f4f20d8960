import { useEffect, useEffectEvent, useState } from 'react';
import type { Place } from '#shared/place.ts';
import { ownUser } from '#web/lib/session.ts';
import { faultFrom } from '#web/lib/fault.ts';
import { api } from '#web/lib/trpc.ts';
import { clientId } from '#web/live/client-id.ts';
import { useConnection } from '#web/live/use-connection.ts';
import type { DeckPosition } from '#web/player/use-deck-position.ts';
import { startsFollowing } from './follow-memory.ts';
import { toldPlace } from './places.ts';
import { Siblings } from './siblings.ts';
import { type TalkNotice, TalkWindow } from './talk-window.ts';

/** Makes the window's part in the talks of the deck, bound to its position, to the server and to the windows beside it. */
export function useTalkWindow(deckId: string, position: DeckPosition, onNotice: (notice: TalkNotice) => void): TalkWindow {
  const [talkWindow] = useState(
    () =>
      new TalkWindow({
        userId: ownUser().id,
        clientId,
        place: position.place,
        follows: startsFollowing(deckId),
        send: (move) => api.talks.move.mutate({ ...move, clientId }),
        isPassing: (thrown) => PASSING.has(faultFrom(thrown).code),
      }),
  );
  // "The beginning" is said outright: a slide that is on the stage already goes back to it.
  const goTo = useEffectEvent(({ slideIndex, inner }: Place) => {
    const { index, step } = inner ?? { index: 0, step: 0 };
    position.goToPlace({ slideIndex, inner: { index, step } });
  });
  const notice = useEffectEvent(onNotice);

  useEffect(() => {
    const siblings = new Siblings(deckId, {
      clientId,
      onMeet: (sibling) => talkWindow.meet(sibling),
      onMove: (move) => talkWindow.hearSibling(move),
    });
    talkWindow.connect({
      goTo: (place) => goTo(place),
      tellSiblings: (move) => siblings.tell(move),
      onNotice: (said) => notice(said),
    });
    return () => {
      siblings.close();
      talkWindow.close();
    };
  }, [talkWindow, deckId]);

  const { slideIndex, inner } = toldPlace(position);
  const { index, step, count } = inner ?? { index: null, step: 0 };
  const { arriving } = position;
  useEffect(() => {
    talkWindow.movedTo({ slideIndex, inner: index === null ? null : { index, step, count } }, arriving);
  }, [talkWindow, slideIndex, index, step, count, arriving]);

  const isLive = useConnection() === 'live';
  useEffect(() => {
    if (isLive) talkWindow.retry();
  }, [talkWindow, isLive]);

  return talkWindow;
}

const PASSING: ReadonlySet<string> = new Set(['OFFLINE', 'UNAVAILABLE', 'INTERNAL', 'RATE_LIMITED']);

/** The position through which this window's own moves go: each ends a journey that it was sent on. */
export function ownMoves(position: DeckPosition, talkWindow: TalkWindow): DeckPosition {
  const own =
    <Args extends unknown[]>(move: (...args: Args) => void) =>
    (...args: Args): void => {
      talkWindow.takeOver();
      move(...args);
    };
  return {
    ...position,
    step: own(position.step),
    goTo: own(position.goTo),
    goToPlace: own(position.goToPlace),
    turn: own(position.turn),
  };
}
