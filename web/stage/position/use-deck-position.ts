import { useMemo, useRef, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import type { Place } from '#shared/place.ts';
import { type FrameHolder, tellFrame } from '#web/protocol/frame-messages.ts';
import { type DeckPosition, moveDeck, positionFacts, reportOfFrame } from './deck-position.ts';
import { initialPosition, type Move } from './position-state.ts';
import { type DeckShape, keepsOwnRuntime } from './slide-runs.ts';

/** The current position in the deck and functions to change it. Sends navigation messages to the frame. */
export function useDeckPosition({ manifest }: DeckDetail, frame: FrameHolder, start: Place): DeckPosition {
  const deck = useMemo<DeckShape>(() => ({ slides: manifest.slides, ownRuntime: keepsOwnRuntime(manifest) }), [manifest]);
  const [shown, setShown] = useState(() => ({ state: initialPosition(deck, start), request: 0 }));
  /** Several moves can happen between two renders; each starts from the result of the previous one. */
  const latest = useRef(shown);

  const move = (next: Move, request = latest.current.request): void => {
    latest.current = { state: moveDeck(deck, frame, latest.current.state, next), request };
    setShown(latest.current);
  };
  return {
    ...positionFacts(deck, shown.state),
    request: shown.request,
    step: (direction, skip = false) => move({ is: 'step', direction, skip }),
    goTo: (current) => move({ is: 'goTo', current }),
    press: ({ key, shiftKey }) => tellFrame(frame, { lectern: 'press', key, shiftKey }),
    goToPlace: (place, request) => move({ is: 'goToPlace', place }, request),
    turn: (direction) => move({ is: 'turn', direction }),
    reopen: () => move({ is: 'reopened' }),
    reportPosition: (report) => move(reportOfFrame(frame, report)),
  };
}
