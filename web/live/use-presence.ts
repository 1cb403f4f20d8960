import { useEffect, useState } from 'react';
import type { Presence } from '#shared/live.ts';
import type { Place } from '#shared/place.ts';
import { clientId } from './client-id.ts';
import { live } from './live.ts';
import { useDeckEvents } from './use-deck-events.ts';

/** Reports to others where this window is, while the component is mounted. Use it once per window. */
export function useReportPresence(deckId: string, { place, following }: { place: Place; following: string | null }): void {
  const { slideIndex, inner } = place;
  const [index, step, count] = inner === null ? [null, null, undefined] : [inner.index, inner.step, inner.count];
  useEffect(() => {
    const where = {
      slideIndex,
      inner: index === null ? null : { index, step: step ?? 0, ...(count !== undefined && { count }) },
    };
    live().presence.report(deckId, { place: where, following });
  }, [deckId, slideIndex, index, step, count, following]);
  useEffect(() => () => live().presence.leave(deckId), [deckId]);
}

/** The other windows that show the deck, including other windows of this user. */
export function usePresence(deckId: string): readonly Presence[] {
  const [present, setPresent] = useState<readonly Presence[]>([]);
  useDeckEvents(deckId, (event) => {
    if (event.kind === 'presence') setPresent(event.people.filter((one) => one.clientId !== clientId));
    if (event.kind === 'lost') setPresent([]);
  });
  return present;
}
