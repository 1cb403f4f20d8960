import { pageData } from '#web/lib/page/page-data.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { lastPlaceQuery } from '#web/stage/position/last-place.ts';
import { ownUser } from '#web/lib/session.ts';
import { trpc } from '#web/lib/trpc.ts';

/**
 * Prefetches everything that is needed to play a deck, in parallel with the page that will show it. What the server wrote into the page, and
 * cached data, is not requested. Errors are handled by the page.
 */
export function readAhead(deckId: string): void {
  const target = { id: deckId };
  keepWritten(deckId);
  const unlessThere = { staleTime: 'static' } as const;
  const reads = [
    queryClient.query({ ...trpc.decks.get.queryOptions(target), ...unlessThere }),
    queryClient.query({ ...trpc.playback.open.queryOptions(target), ...unlessThere }),
    queryClient.query(lastPlaceQuery(deckId)),
    queryClient.query({ ...trpc.playback.trust.queryOptions(target), ...unlessThere }),
  ];
  void Promise.allSettled(reads);
}

/** Puts what the server wrote into this page into the cache. */
function keepWritten(deckId: string): void {
  const written = pageData.takeDeck(deckId, ownUser().id);
  if (written === null) return;
  const target = { id: deckId };
  queryClient.setQueryData(trpc.decks.get.queryKey(target), written.deck);
  queryClient.setQueryData(trpc.playback.open.queryKey(target), written.playback);
  queryClient.setQueryData(lastPlaceQuery(deckId).queryKey, written.opening);
  queryClient.setQueryData(trpc.playback.trust.queryKey(target), written.trust);
}
