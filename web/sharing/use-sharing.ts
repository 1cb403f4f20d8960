import type { DeckAccess } from '#shared/deck-people.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';

interface Sharing {
  readonly isBusy: boolean;
  /** Why the last change failed. */
  readonly fault: Error | null;
  set: (share: { userId: string; access: DeckAccess }) => void;
  remove: (userId: string) => void;
  transfer: (userId: string, onDone: () => void) => void;
}

/** Changes with whom a deck is shared, one change at a time. */
export function useSharing(id: string): Sharing {
  const change = useSubmit({
    mutationFn: (request: () => Promise<unknown>) => request(),
    onSettled: async () => {
      const filters = [trpc.shares.list.infiniteQueryFilter({ id }), trpc.decks.pathFilter()];
      await Promise.all(filters.map((filter) => queryClient.invalidateQueries(filter)));
    },
  });
  return {
    isBusy: change.isPending,
    fault: change.error,
    set: (share) => change.mutate(() => api.shares.set.mutate({ id, ...share })),
    remove: (userId) => change.mutate(() => api.shares.delete.mutate({ id, userId })),
    transfer: (userId, onDone) => change.mutate(() => api.decks.transfer.mutate({ id, userId }), { onSettled: onDone }),
  };
}
