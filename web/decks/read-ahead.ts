import { queryClient } from '#web/lib/query-client.ts';
import { lastPlaceQuery } from '#web/stage/position/last-place.ts';
import { trpc } from '#web/lib/trpc.ts';

/**
 * Prefetches everything that is needed to play a deck, in parallel with the page that will show it. Cached data is not requested
 * again. Errors are handled by the page.
 */
export function readAhead(deckId: string): void {
  const target = { id: deckId };
  const unlessThere = { staleTime: 'static' } as const;
  const reads = [
    queryClient.query({ ...trpc.decks.get.queryOptions(target), ...unlessThere }),
    queryClient.query({ ...trpc.playback.open.queryOptions(target), ...unlessThere }),
    queryClient.query(lastPlaceQuery(deckId)),
    queryClient.query({ ...trpc.playback.trust.queryOptions(target), ...unlessThere }),
  ];
  void Promise.allSettled(reads);
}
