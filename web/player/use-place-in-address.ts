import { useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import type { Place } from '#shared/place.ts';
import { readResumePoint, writeResumePoint } from './resume.ts';
import { keepsOwnRuntime } from './slide-runs.ts';
import { numberFromAddress, startingPlace } from './starting-place.ts';
import type { DeckPosition } from './use-deck-position.ts';

/** The place where the deck opens on this visit, and whether the address named its slide. */
export function useStart({ id, manifest }: DeckDetail): { place: Place; isLinked: boolean } {
  const { slideNumber } = useParams({ strict: false });
  const [start] = useState(() => {
    const deck = { slides: manifest.slides, ownRuntime: keepsOwnRuntime(manifest) };
    const number = numberFromAddress(slideNumber);
    return { place: startingPlace(deck, number, readResumePoint(id)), isLinked: number !== null };
  });
  return start;
}

/** Slides passed faster than this share one history entry. */
const HISTORY_STEP_MS = 400;

/** Keeps the slide number in the address, follows the browser's back and forward buttons, and stores where the user left. */
export function usePlaceInAddress(deckId: string, { place, current, goTo }: DeckPosition): void {
  const router = useRouter();
  const { slideNumber } = useParams({ strict: false });
  const named = useRef(numberFromAddress(slideNumber));
  /** Time of the last change of the address. */
  const changed = useRef(-Infinity);
  const go = useEffectEvent(goTo);

  useEffect(() => {
    if (named.current === current + 1) return;
    const replace = named.current === null || performance.now() - changed.current < HISTORY_STEP_MS;
    named.current = current + 1;
    changed.current = performance.now();
    const params = { deckId, slideNumber: String(current + 1) };
    void router.navigate({ to: '/decks/$deckId/$slideNumber', params, replace });
  }, [router, deckId, current]);

  useEffect(
    () =>
      router.history.subscribe(({ location }) => {
        const [, id, text] = /^\/decks\/([^/]+)\/([^/]+)$/.exec(location.pathname) ?? [];
        const number = numberFromAddress(text);
        if (id !== encodeURIComponent(deckId) || number === null || number === named.current) return;
        named.current = number;
        changed.current = performance.now();
        go(number - 1);
      }),
    [router, deckId],
  );

  const { slideIndex, inner } = place;
  const index = inner?.index ?? null;
  const step = inner?.step ?? 0;
  useEffect(() => {
    writeResumePoint(deckId, { slideIndex, inner: index === null ? null : { index, step } });
  }, [deckId, slideIndex, index, step]);
}
