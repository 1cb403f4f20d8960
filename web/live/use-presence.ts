import { useEffect, useState } from 'react';
import type { Presence } from '#shared/live.ts';
import { clientId } from './client-id.ts';
import { live } from './live.ts';
import type { At } from './presence-reporter.ts';
import { useDeckEvents } from './use-deck-events.ts';

/** Reports to others where this window is, while the component is mounted. Use it once per window. */
export function useReportPresence(deckId: string, { place, versionId, following }: At): void {
  const { slideIndex, inner } = place;
  const [index, step, count] = inner === null ? [null, null, undefined] : [inner.index, inner.step, inner.count];
  useEffect(() => {
    const where = {
      slideIndex,
      inner: index === null ? null : { index, step: step ?? 0, ...(count !== undefined && { count }) },
    };
    live().presence.report(deckId, { place: where, versionId, following });
  }, [deckId, slideIndex, index, step, count, versionId, following]);
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
