import { queryClient } from '#web/lib/query-client.ts';
import { trpc } from '#web/lib/trpc.ts';

/**
 * Asks for what it takes to play a deck as soon as somebody is on the way to it, side by side with the page that will show
 * it; what is there already is left to that page. What goes wrong is said there, too.
 */
export function readAhead(deckId: string): void {
  const target = { id: deckId };
  const unlessThere = { staleTime: 'static' } as const;
  const reads = [
    queryClient.query({ ...trpc.decks.get.queryOptions(target), ...unlessThere }),
    queryClient.query({ ...trpc.playback.open.queryOptions(target), ...unlessThere }),
    queryClient.query({ ...trpc.playback.trust.queryOptions(target), ...unlessThere }),
  ];
  void Promise.allSettled(reads);
}
