import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { lastPlace } from '#web/stage/position/last-place.ts';
import { arrivalOf, hasArrived, type ResumePoint } from '#web/stage/position/resume.ts';
import { keepsOwnRuntime } from '#web/stage/position/slide-runs.ts';
import { insideAddress, numberFromAddress, startingPlace } from '#web/stage/position/starting-place.ts';
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
  const { inner } = useSearch({ strict: false });
  const [start] = useState(() => {
    const deck = { slides: manifest.slides, ownRuntime: keepsOwnRuntime(manifest) };
    const arrival = arrivalOf(id);
    if (arrival !== null) return { ...arrival, isLinked: true };
    const number = numberFromAddress(slideNumber);
    const inside = insideAddress(number, inner ?? null);
    if (inside !== null) return { place: inside, innerName: null, isLinked: true };
    const left = lastPlace(id);
    const place = startingPlace(deck, number, left?.place ?? null);
    return { place, innerName: place === left?.place ? left.innerName : null, isLinked: isViewed || number !== null };
  });
  useEffect(() => hasArrived(id), [id]);
  return start;
}

/**
 * Keeps the slide number in the address. Moves replace the history entry, so that Back leaves the deck. A link to another slide of the
 * deck, and Back after it, move the deck. A position inside the slide is only there until the deck has been told.
 */
export function usePlaceInAddress(deckId: string, { current, goTo, goToPlace }: DeckPosition): void {
  const router = useRouter();
  const { slideNumber } = useParams({ strict: false });
  const { inner } = useSearch({ strict: false });
  const named = useRef(numberFromAddress(slideNumber));
  const follow = useEffectEvent((number: number, inside: number | null) => {
    const place = insideAddress(number, inside);
    if (place === null && number === named.current) return;
    named.current = number;
    if (place === null) goTo(number - 1);
    else goToPlace(place);
  });

  useEffect(() => {
    if (named.current === current + 1 && inner === undefined) return;
    named.current = current + 1;
    void router.navigate({
      to: '/decks/$deckId/$slideNumber',
      params: { deckId, slideNumber: String(current + 1) },
      search: ({ version }) => ({ version }),
      replace: true,
    });
  }, [router, deckId, current, inner]);

  useEffect(
    () =>
      router.history.subscribe(({ location: { pathname, search } }) => {
        const [, id, text] = /^\/decks\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
        const number = numberFromAddress(text);
        if (id !== encodeURIComponent(deckId) || number === null) return;
        follow(number, numberFromAddress(new URLSearchParams(search).get('inner') ?? undefined));
      }),
    [router, deckId],
  );
}
