import { useEffect, useEffectEvent } from 'react';
import type { LiveEvent } from '#shared/live.ts';
import { live } from './live.ts';

/**
 * Tells `handler` what happens to the deck, as long as it is on the screen. First comes what is there: running talks, their
 * remotes, who is present. Kept changes come in order, each once. `caught-up` says that some may have been missed (the first
 * time always): what was read before is to be read again.
 */
export function useDeckEvents(deckId: string, handler: (event: LiveEvent) => void): void {
  const tell = useEffectEvent(handler);
  useEffect(() => live().window.watch(deckId, (event) => tell(event)), [deckId]);
}
