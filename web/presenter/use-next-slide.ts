import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Place } from '#shared/place.ts';
import type { Playable } from '#web/decks/PlayableDeck.tsx';
import { frameOrigin } from '#web/player/trust/frame-origin.ts';
import { runOf } from '#web/player/slide-runs.ts';
import { useFrame } from '#web/protocol/use-frame.ts';
import { type DeckPosition, useDeckPosition } from '#web/player/use-deck-position.ts';
import { samePlace } from '#web/talks/places.ts';

export interface NextSlide {
  position: DeckPosition;
  /** `step`: the same slide goes on; `end`: nothing comes; `unknown`: the deck keeps it to itself. */
  is: 'slide' | 'step' | 'end' | 'unknown';
}

/** Drives a second frame of the deck one step ahead of the one that is shown. */
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
  const effort = useRef<Effort | null>(null);

  useFrame(frame, { reportPosition: position.reportPosition, turn: position.turn }, frameOrigin(trust, baseUrl));
  const reopen = useEffectEvent((_baseUrl: string) => {
    effort.current = null;
    position.reopen();
  });
  useEffect(() => reopen(baseUrl), [baseUrl]);

  useEffect(() => {
    const next = nextEffort({ shown, ahead: position, beginning, goesOnInside, last: effort.current });
    if (next === null) return;
    effort.current = next;
    if (next.is === 'step') position.step('next');
    else position.goToPlace(next.of);
  });

  return { position, is: kindOf(shown, { goesOnInside, isLast: following >= slides.length }) };
}

/** What the second frame was last made to do: go to a place, or step on from it. */
export interface Effort {
  is: 'go' | 'step';
  of: Place;
}

type Where = Pick<DeckPosition, 'place' | 'inner' | 'hasReported' | 'arriving'>;

interface Pursuit {
  shown: Where;
  ahead: Where;
  /** The first place of the document after the shown one. */
  beginning: Place;
  goesOnInside: boolean;
  last: Effort | null;
}

/** What brings the second frame one step ahead; null: it is there, on its way, or cannot be brought there. */
export function nextEffort({ shown, ahead, beginning, goesOnInside, last }: Pursuit): Effort | null {
  if (!shown.hasReported || shown.arriving) return null;
  const of = goesOnInside ? shown.place : beginning;
  const tried = last !== null && samePlace(last.of, of) ? last.is : null;
  const isThere = ahead.hasReported && !ahead.arriving && samePlace(ahead.place, of);
  // A document may say that it has nothing inside before it has found its steps.
  if (goesOnInside && isThere && ahead.inner?.canNext === true && tried !== 'step') return { is: 'step', of };
  return tried === null && !isThere ? { is: 'go', of } : null;
}

function kindOf(shown: DeckPosition, { goesOnInside, isLast }: { goesOnInside: boolean; isLast: boolean }): NextSlide['is'] {
  if (shown.movesItself) return shown.hasReported ? 'unknown' : 'slide';
  if (goesOnInside) return 'step';
  return isLast ? 'end' : 'slide';
}
