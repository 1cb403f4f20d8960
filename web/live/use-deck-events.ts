import { useEffect, useEffectEvent } from 'react';
import type { DeckEvent } from '#shared/live.ts';
import { live } from './live.ts';

/**
 * Calls `handler` with the events of a deck while the component is mounted. The first events are the current state: running
 * talks, their remotes, presence. Persistent changes arrive in order, each once. `caught-up` means that some may have been missed
 * (it is always sent first): data read before must be read again.
 */
export function useDeckEvents(deckId: string, handler: (event: DeckEvent) => void): void {
  const handle = useEffectEvent(handler);
  useEffect(() => live().window.watch(deckId, (event) => handle(event)), [deckId]);
}
