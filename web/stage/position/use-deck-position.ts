import { type RefObject, useMemo, useRef, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import type { Place } from '#shared/place.ts';
import type { KeyPress } from '#web/protocol/keys.ts';
import type { Direction, InnerPosition } from '#web/protocol/messages.ts';
import { keepsOwnRuntime, runOf } from './slide-runs.ts';
import {
  canStep,
  countOf,
  type DeckShape,
  innerPlace,
  isOneDocument,
  isUnknownRuntime,
  type Move,
  applyMove,
  initialPosition,
} from './position-state.ts';
import { tellFrame } from '#web/protocol/use-frame.ts';

export interface DeckPosition {
  /** Index of the slide in the package; notes belong to it. */
  index: number;
  /** The slide index with the position inside the slide. */
  place: Place;
  /** What the current document reports; null if nothing, or nothing yet. */
  inner: InnerPosition | null;
  /** The slide number as users see it, from 0: in the package, or inside a single-document deck. */
  current: number;
  count: number;
  /** Whether users see the numbers of inner slides. */
  isOneDocument: boolean;
  /** Whether `count` is known. */
  counted: boolean;
  /** Whether the current document has reported its position. */
  hasReported: boolean;
  /** Whether the document has not yet reached the requested position. */
  arriving: boolean;
  /** The number that came with the last numbered call of `goToPlace`; 0 before. All other fields are from after that call. */
  request: number;
  canPrevious: boolean;
  canNext: boolean;
  /** The user has gone past the last step of the last slide. */
  ended: boolean;
  step: (direction: Direction, skip?: boolean) => void;
  goTo: (current: number) => void;
  /** Passes a navigation key to a document that handles such keys itself. */
  press: (key: KeyPress) => void;
  /** Goes to a place; a later call replaces it. May be called while the frame is loading. `request` is a number of the caller. */
  goToPlace: (place: Place, request?: number) => void;
  /** Goes to the next or previous document, even if steps are left in this one. */
  turn: (direction: Direction) => void;
  /** The current document has reported its position, and whether it is settled there (see `frameMessageSchema`). */
  reportPosition: (inner: InnerPosition | null, isSettled: boolean) => void;
  /** The current document is reloaded and must return to its position. */
  reopen: () => void;
  /** Whether the deck handles navigation keys itself, in its frame. */
  movesItself: boolean;
}

/** The current position in the deck and functions to change it. Sends navigation messages to the frame. */
export function useDeckPosition(
  { manifest }: DeckDetail,
  frame: RefObject<HTMLIFrameElement | null>,
  start: Place,
): DeckPosition {
  const deck = useMemo<DeckShape>(() => ({ slides: manifest.slides, ownRuntime: keepsOwnRuntime(manifest) }), [manifest]);
  const [shown, setShown] = useState(() => ({ state: initialPosition(deck, start), request: 0 }));
  const { state } = shown;
  /** Several moves can happen between two renders; each starts from the result of the previous one. */
  const latest = useRef(shown);

  const move = (next: Move, request = latest.current.request): void => {
    const before = latest.current.state;
    const [after, message] = applyMove(deck, before, next);
    latest.current = { state: after, request };
    setShown(latest.current);
    // The focus leaves the old slide, so that it does not receive keys meanwhile.
    if (runOf(deck.slides, after.slideIndex).start !== runOf(deck.slides, before.slideIndex).start) frame.current?.blur();
    if (message !== null) tellFrame(frame, message);
  };

  return {
    index: state.slideIndex,
    place: { slideIndex: state.slideIndex, inner: innerPlace(state) },
    inner: state.report ?? null,
    ...countOf(deck, state),
    isOneDocument: isOneDocument(deck) && (deck.ownRuntime || (state.report?.count ?? 1) > 1),
    hasReported: state.report !== undefined,
    arriving: state.wanted !== null,
    request: shown.request,
    canPrevious: canStep(deck, state, 'previous'),
    canNext: canStep(deck, state, 'next'),
    ended: state.ended,
    movesItself: isUnknownRuntime(deck, state),
    step: (direction, skip = false) => move({ is: 'step', direction, skip }),
    goTo: (current) => move({ is: 'goTo', current }),
    press: ({ key, shiftKey }) => tellFrame(frame, { lectern: 'press', key, shiftKey }),
    goToPlace: (place, request) => move({ is: 'goToPlace', place }, request),
    turn: (direction) => move({ is: 'turn', direction }),
    reopen: () => move({ is: 'reopened' }),
    reportPosition: (position, isSettled) =>
      move({ is: 'reported', start: Number(frame.current?.dataset['start']), position, isSettled }),
  };
}
