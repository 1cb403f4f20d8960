import { useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { lastPlace } from '#web/stage/position/last-place.ts';
import { arrivalOf, hasArrived, type ResumePoint } from '#web/stage/position/resume.ts';
import { keepsOwnRuntime } from '#web/stage/position/slide-runs.ts';
import { numberFromAddress, startingPlace } from '#web/stage/position/starting-place.ts';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';

interface Start extends ResumePoint {
  /** Whether the address named the slide. */
  readonly isLinked: boolean;
}

/**
 * The place where the deck opens on this visit.
 *
 * @param isViewed whether the address names an earlier version: a running talk does not move the user away from it
 */
export function useStart({ id, manifest }: DeckDetail, isViewed: boolean): Start {
  const { slideNumber } = useParams({ strict: false });
  const [start] = useState(() => {
    const deck = { slides: manifest.slides, ownRuntime: keepsOwnRuntime(manifest) };
    const arrival = arrivalOf(id);
    if (arrival !== null) return { ...arrival, isLinked: true };
    const number = numberFromAddress(slideNumber);
    const left = lastPlace(id);
    const place = startingPlace(deck, number, left?.place ?? null);
    return { place, innerName: place === left?.place ? left.innerName : null, isLinked: isViewed || number !== null };
  });
  useEffect(() => hasArrived(id), [id]);
  return start;
}

/**
 * Keeps the slide number in the address. Moves replace the history entry, so that Back leaves the deck. A link to another slide of the
 * deck, and Back after it, move the deck.
 */
export function usePlaceInAddress(deckId: string, { current, goTo }: DeckPosition): void {
  const router = useRouter();
  const { slideNumber } = useParams({ strict: false });
  const named = useRef(numberFromAddress(slideNumber));
  const go = useEffectEvent(goTo);

  useEffect(() => {
    if (named.current === current + 1) return;
    named.current = current + 1;
    const params = { deckId, slideNumber: String(current + 1) };
    void router.navigate({ to: '/decks/$deckId/$slideNumber', params, search: true, replace: true });
  }, [router, deckId, current]);

  useEffect(
    () =>
      router.history.subscribe(({ location }) => {
        const [, id, text] = /^\/decks\/([^/]+)\/([^/]+)$/.exec(location.pathname) ?? [];
        const number = numberFromAddress(text);
        if (id !== encodeURIComponent(deckId) || number === null || number === named.current) return;
        named.current = number;
        go(number - 1);
      }),
    [router, deckId],
  );
}
