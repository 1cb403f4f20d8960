import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Place } from '#shared/place.ts';
import type { Playable } from '#web/stage-session/PlayableDeck.tsx';
import { runOf } from '#web/stage/position/slide-runs.ts';
import { frameOrigin, useFrame } from '#web/protocol/use-frame.ts';
import { hasStepsLeft } from './next-picture.ts';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';
import { useDeckPosition } from '#web/stage/position/use-deck-position.ts';
import { samePlace } from '#web/talks/window/places.ts';

export interface NextSlide {
  position: DeckPosition;
  /** `step`: the same slide has another step; `end`: there is no next slide; `unknown`: the deck does not report its position. */
  is: 'slide' | 'step' | 'end' | 'unknown';
}

/** Keeps a second frame of the deck one step ahead of the shown one. */
export function useNextSlide(
  { deck, baseUrl, trust }: Playable,
  frame: RefObject<HTMLIFrameElement | null>,
  shown: DeckPosition,
): NextSlide {
  const { slides } = deck.manifest;
  const run = runOf(slides, shown.index);
  const following = run.start + run.length;
  const beginning: Place = { slideIndex: Math.min(following, slides.length - 1), inner: { index: 0, step: 0 } };
  const goesOnInside = shown.inner?.canNext === true;
  const position = useDeckPosition(deck, frame, goesOnInside ? shown.place : beginning);
  const lastMove = useRef<PreviewMove | null>(null);

  useFrame(frame, { reportPosition: position.reportPosition, turn: position.turn }, frameOrigin(trust, baseUrl));
  const reopen = useEffectEvent((_baseUrl: string) => {
    lastMove.current = null;
    position.reopen();
  });
  useEffect(() => reopen(baseUrl), [baseUrl]);

  useEffect(() => {
    const next = nextPreviewMove({ shown, ahead: position, beginning, goesOnInside, last: lastMove.current });
    if (next === null) return;
    lastMove.current = next;
    if (next.is === 'step') position.step('next');
    else position.goToPlace(next.of);
  });

  return { position, is: kindOf(shown, { goesOnInside, isLast: following >= slides.length }) };
}

/** The last move of the second frame: it was sent to a place, or stepped once from it. */
export interface PreviewMove {
  is: 'go' | 'step';
  of: Place;
}

type ReportedPosition = Pick<DeckPosition, 'place' | 'inner' | 'hasReported' | 'arriving'>;

interface PreviewInput {
  shown: ReportedPosition;
  ahead: ReportedPosition;
  /** The start of the document after the shown one. */
  beginning: Place;
  goesOnInside: boolean;
  last: PreviewMove | null;
}

/** The move that brings the second frame one step ahead; null if it is there, is on its way, or does not go there. */
export function nextPreviewMove({ shown, ahead, beginning, goesOnInside, last }: PreviewInput): PreviewMove | null {
  if (!shown.hasReported || shown.arriving) return null;
  const of = goesOnInside ? shown.place : beginning;
  const tried = last !== null && samePlace(last.of, of) ? last.is : null;
  const isThere = ahead.hasReported && !ahead.arriving && samePlace(ahead.place, of);
  // A document may report no steps before it has found them, so `canNext` is checked on every report.
  if (goesOnInside && isThere && ahead.inner?.canNext === true && tried !== 'step') return { is: 'step', of };
  return tried === null && !isThere ? { is: 'go', of } : null;
}

function kindOf(shown: DeckPosition, { goesOnInside, isLast }: { goesOnInside: boolean; isLast: boolean }): NextSlide['is'] {
  if (shown.movesItself) return shown.hasReported ? 'unknown' : 'slide';
  if (goesOnInside) return hasStepsLeft(shown.inner) === false ? 'slide' : 'step';
  return isLast ? 'end' : 'slide';
}
