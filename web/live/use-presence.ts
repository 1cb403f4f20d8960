import { useEffect, useState } from 'react';
import type { Presence } from '#shared/live.ts';
import type { Place } from '#shared/place.ts';
import { clientId } from './client-id.ts';
import { live } from './live.ts';
import { useDeckEvents } from './use-deck-events.ts';

/** Tells the others where this window is, as long as it is there. Once in a window. */
export function useLook(deckId: string, { place, following }: { place: Place; following: string | null }): void {
  const { slideIndex, inner } = place;
  const [index, step] = inner === null ? [null, null] : [inner.index, inner.step];
  useEffect(() => {
    const where = { slideIndex, inner: index === null ? null : { index, step: step ?? 0 } };
    live().whereabouts.report(deckId, { place: where, following });
  }, [deckId, slideIndex, index, step, following]);
  useEffect(() => () => live().whereabouts.leave(deckId), [deckId]);
}

/** The windows besides this one that show the deck, those of the same person among them. */
export function usePresence(deckId: string): readonly Presence[] {
  const [there, setThere] = useState<readonly Presence[]>([]);
  useDeckEvents(deckId, (event) => {
    if (event.kind === 'presence') setThere(event.people.filter((one) => one.clientId !== clientId));
    if (event.kind === 'lost') setThere([]);
  });
  return there;
}
