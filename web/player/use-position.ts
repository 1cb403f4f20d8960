import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import type { Place } from '#shared/place.ts';
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
  moved,
  standingAt,
} from './standing.ts';
import { tellFrame } from '#web/protocol/use-frame.ts';

export interface Position {
  /** Slide of the package, from 0: what notes belong to. */
  index: number;
  /** The same with the place inside the slide. */
  place: Place;
  /** What the document on the stage says of itself; null: nothing, or nothing yet. */
  inner: InnerPosition | null;
  /** What people count, from 0: slides, or those inside a deck that is one document. */
  current: number;
  count: number;
  /** Whether people count slides inside a document. */
  isOneDocument: boolean;
  /** Whether `count` is known already. */
  counted: boolean;
  /** Whether the document on the stage has spoken. */
  heard: boolean;
  /** Whether the document is still on its way to where it was asked to go. */
  arriving: boolean;
  canPrevious: boolean;
  canNext: boolean;
  step: (direction: Direction, skip?: boolean) => void;
  goTo: (current: number) => void;
  /** The latest wins; may be asked for while the frame is still loading. */
  goToPlace: (place: Place) => void;
  /** On to the next slide of the package, whatever is left inside this one. */
  turn: (direction: Direction) => void;
  /** The document on the stage has said where it stands. */
  arrive: (inner: InnerPosition | null) => void;
  /** The document on the stage is loaded anew, and is to come back to where it is. */
  reopen: () => void;
  /** Whether keys that move have already moved the deck in its frame. */
  movesItself: boolean;
}

/** A document that has not gone where it was asked to by now will not. */
const GIVE_UP_MS = 3000;

/** Where the talk stands, and the ways to move on; drives the document in the frame. */
export function usePosition({ manifest }: DeckDetail, frame: RefObject<HTMLIFrameElement | null>, start: Place): Position {
  const deck = useMemo<DeckShape>(() => ({ slides: manifest.slides, ownRuntime: keepsOwnRuntime(manifest) }), [manifest]);
  const [standing, setStanding] = useState(() => standingAt(deck, start));
  /** Several moves may come between two renderings: each goes on from the one before. */
  const latest = useRef(standing);

  const move = (next: Move): void => {
    const before = latest.current;
    const [after, message] = moved(deck, before, next);
    latest.current = after;
    setStanding(after);
    // A slide that goes takes the focus with it; keys pressed meanwhile must not go there.
    if (runOf(deck.slides, after.slideIndex).start !== runOf(deck.slides, before.slideIndex).start) frame.current?.blur();
    if (message !== null) tellFrame(frame, message);
  };

  const waits = standing.wanted !== null && standing.report !== undefined;
  const giveUp = useEffectEvent(() => move({ is: 'gaveUp' }));
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(giveUp, GIVE_UP_MS);
    return () => clearTimeout(timer);
  }, [waits]);

  return {
    index: standing.slideIndex,
    place: { slideIndex: standing.slideIndex, inner: innerPlace(standing) },
    inner: standing.report ?? null,
    ...countOf(deck, standing),
    isOneDocument: isOneDocument(deck) && (deck.ownRuntime || (standing.report?.count ?? 1) > 1),
    heard: standing.report !== undefined,
    arriving: standing.wanted !== null,
    canPrevious: canStep(deck, standing, 'previous'),
    canNext: canStep(deck, standing, 'next'),
    movesItself: isUnknownRuntime(deck, standing),
    step: (direction, skip = false) => move({ is: 'step', direction, skip }),
    goTo: (current) => move({ is: 'goTo', current }),
    goToPlace: (place) => move({ is: 'goToPlace', place }),
    turn: (direction) => move({ is: 'turn', direction }),
    reopen: () => move({ is: 'reopened' }),
    arrive: (position) => move({ is: 'reported', start: Number(frame.current?.dataset['start']), position }),
  };
}
