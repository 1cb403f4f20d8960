import type { Place } from '#shared/place.ts';
import { type FrameHolder, tellFrame } from '#web/protocol/frame-messages.ts';
import type { KeyPress } from '#web/protocol/keys.ts';
import type { Direction, InnerPosition, PositionReport } from '#web/protocol/messages.ts';
import { type DeckShape, isOneDocument, runOf } from './slide-runs.ts';
import {
  applyMove,
  canStep,
  countOf,
  holdsSteps,
  innerPlace,
  isArriving,
  isUnknownRuntime,
  type Move,
  type PositionState,
  reportedBy,
} from './position-state.ts';

/** A position as pages use it. */
export interface PositionFacts {
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
  canPrevious: boolean;
  /** The user has gone past the last step of the last slide. */
  ended: boolean;
  /** Whether the deck handles navigation keys itself, in its frame. */
  movesItself: boolean;
  /** Whether navigation keys are passed to it. While it is opening, it may not take them yet, so steps are held until it does. */
  takesKeys: boolean;
}

/** A position and what changes it. */
export interface DeckPosition extends PositionFacts {
  /** The number that came with the last numbered call of `goToPlace`; 0 before. All other fields are from after that call. */
  request: number;
  step: (direction: Direction, skip?: boolean) => void;
  goTo: (current: number) => void;
  /** Passes a navigation key to a document that handles such keys itself. */
  press: (key: KeyPress) => void;
  /** Goes to a place; a later call replaces it. May be called while the frame is loading. `request` is a number of the caller. */
  goToPlace: (place: Place, request?: number) => void;
  /** Goes to the next or previous document, even if steps are left in this one. */
  turn: (direction: Direction) => void;
  /** The current document has reported its position, and whether it is settled there (see `frameMessageSchema`). */
  reportPosition: (report: PositionReport) => void;
  /** The current document is reloaded and must return to its position. */
  reopen: () => void;
}

/** Applies a move and tells the frame of the current document what it needs to know. Returns the new state. */
export function moveDeck(deck: DeckShape, frame: FrameHolder, before: PositionState, move: Move): PositionState {
  const [after, message] = applyMove(deck, before, move);
  // The focus leaves the old slide, so that it does not receive keys meanwhile.
  if (runOf(deck.slides, after.slideIndex).start !== runOf(deck.slides, before.slideIndex).start) frame.current?.blur();
  if (message !== null) tellFrame(frame, message);
  return after;
}

/** Whether there is a last slide to go to, as far as is known: not before a document with slides of its own has reported them. */
export const isCountKnown = ({ inner, counted }: PositionFacts): boolean => inner !== null || counted;

/** The move that follows from a report of the document in the frame. */
export const reportOfFrame = (frame: FrameHolder, report: PositionReport): Move =>
  reportedBy(Number(frame.current?.dataset['start']), report);

/** What a page shows of a position. */
export function positionFacts(deck: DeckShape, state: PositionState): PositionFacts {
  return {
    index: state.slideIndex,
    place: { slideIndex: state.slideIndex, inner: innerPlace(state) },
    inner: state.report ?? null,
    ...countOf(deck, state),
    isOneDocument: isOneDocument(deck) && (deck.ownRuntime || (state.report?.count ?? 1) > 1),
    hasReported: state.report !== undefined,
    arriving: isArriving(state),
    canPrevious: canStep(deck, state, 'previous'),
    ended: state.ended,
    movesItself: isUnknownRuntime(deck, state),
    takesKeys: isUnknownRuntime(deck, state) && !holdsSteps(deck, state),
  };
}
