import { useEffect, useEffectEvent, useState } from 'react';
import type { Place } from '#shared/place.ts';
import { ownUser } from '#web/lib/session.ts';
import { faultFrom } from '#web/lib/fault.ts';
import { api } from '#web/lib/trpc.ts';
import { clientId } from '#web/live/client-id.ts';
import { useConnection } from '#web/live/use-connection.ts';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';
import { startsFollowing } from './follow-memory.ts';
import { placeForTalk } from './places.ts';
import { Siblings } from './siblings.ts';
import { type TalkNotice, TalkWindow } from './talk-window.ts';

/** Creates the `TalkWindow` of this window and connects it to its position, the server and the other windows of the browser. */
export function useTalkWindow(
  { deckId, isLinked }: { deckId: string; isLinked: boolean },
  position: DeckPosition,
  onNotice: (notice: TalkNotice) => void,
): TalkWindow {
  const [talkWindow] = useState(
    () =>
      new TalkWindow({
        userId: ownUser().id,
        clientId,
        place: position.place,
        isLinked,
        ...startsFollowing(deckId),
        send: (move) => api.talks.move.mutate({ ...move, clientId }),
        isTemporary: (thrown) => TEMPORARY.has(faultFrom(thrown).code),
      }),
  );
  // The start of a slide is requested explicitly, so that a slide that is already shown goes back to it.
  const goTo = useEffectEvent(({ slideIndex, inner }: Place, request: number) => {
    const { index, step } = inner ?? { index: 0, step: 0 };
    position.goToPlace({ slideIndex, inner: { index, step } }, request);
  });
  const notice = useEffectEvent(onNotice);

  useEffect(() => {
    const siblings = new Siblings(deckId, {
      clientId,
      onMeet: (sibling) => talkWindow.meet(sibling),
      onMove: (move) => talkWindow.receiveFromSibling(move),
    });
    talkWindow.connect({
      goTo: (place, request) => goTo(place, request),
      tellSiblings: (move) => siblings.tell(move),
      onNotice: (said) => notice(said),
    });
    return () => {
      siblings.close();
      talkWindow.close();
    };
  }, [talkWindow, deckId]);

  const { slideIndex, inner } = placeForTalk(position);
  const { index, step, count } = inner ?? { index: null, step: 0 };
  const { arriving, request } = position;
  useEffect(() => {
    talkWindow.movedTo({ slideIndex, inner: index === null ? null : { index, step, count } }, arriving, request);
  }, [talkWindow, slideIndex, index, step, count, arriving, request]);

  const isLive = useConnection() === 'live';
  useEffect(() => {
    if (isLive) void talkWindow.sendMoves();
  }, [talkWindow, isLive]);

  return talkWindow;
}

const TEMPORARY: ReadonlySet<string> = new Set(['OFFLINE', 'UNAVAILABLE', 'INTERNAL', 'RATE_LIMITED']);

/** The position for the user's own navigation: each move cancels a place that the talk requested. */
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
    press: own(position.press),
    goToPlace: own(position.goToPlace),
    turn: own(position.turn),
  };
}
