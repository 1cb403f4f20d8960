import { notifyManager } from '@tanstack/react-query';
import { queryClient } from '#web/lib/query-client.ts';
import { api, trpc } from '#web/lib/trpc.ts';

/**
 * Switches everything that shows the deck to its new current version in one step. Otherwise new slides would be requested at the
 * old address, or notes shown beside the wrong slide.
 */
export async function showCurrentVersion(deckId: string): Promise<void> {
  const target = { id: deckId };
  const queries = trpc.decks.get.queryFilter(target);
  try {
    const [deck, playback, trust] = await Promise.all([
      api.decks.get.query(target),
      api.playback.open.query(target),
      api.playback.trust.query(target),
    ]);
    notifyManager.batch(() => {
      queryClient.removeQueries(trpc.notes.list.queryFilter(target));
      queryClient.removeQueries(trpc.annotations.drawn.queryFilter(target));
      queryClient.setQueryData(trpc.decks.get.queryKey(target), deck);
      queryClient.setQueryData(trpc.playback.open.queryKey(target), playback);
      queryClient.setQueryData(trpc.playback.trust.queryKey(target), trust);
    });
  } catch {
    // The queries report the error themselves and retry.
    await Promise.all([
      queryClient.invalidateQueries(queries),
      queryClient.invalidateQueries(trpc.playback.open.queryFilter(target)),
      queryClient.invalidateQueries(trpc.playback.trust.queryFilter(target)),
    ]);
  }
  await Promise.all([
    queryClient.invalidateQueries(trpc.decks.list.pathFilter()),
    queryClient.invalidateQueries(trpc.versions.list.queryFilter(target)),
    queryClient.invalidateQueries(trpc.versions.changes.pathFilter()),
  ]);
}
