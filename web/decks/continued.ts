import type { Deck } from '#shared/decks.ts';
import { CONTINUED_DECKS } from '#shared/deck-lists.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import type { LastPlace } from '#web/stage/position/last-place.ts';
import { untilRemoved } from './removals.ts';

/** Settles when the server has handled all places that were sent to it. */
let saving: Promise<unknown> = Promise.resolve();

/** Makes the next reading of the list wait until this place is saved. */
export function whileSavingPlace(save: Promise<unknown>): void {
  saving = Promise.allSettled([saving, save]);
}

export async function untilPlacesSaved(): Promise<void> {
  await saving;
}

/** The query for the decks that the user had open last. */
export function continuedQuery() {
  return {
    ...trpc.openings.latest.queryOptions(),
    queryFn: async () => {
      await Promise.all([untilPlacesSaved(), untilRemoved()]);
      return api.openings.latest.query();
    },
  };
}

/** Shows a change of a deck, or that it is gone (null). */
export function changeContinued(id: string, change: Partial<Deck> | null): void {
  queryClient.setQueryData(
    trpc.openings.latest.queryKey(),
    (list) =>
      list && {
        items: list.items.flatMap((item) => {
          if (item.deck.id !== id) return [item];
          return change === null ? [] : [{ ...item, deck: { ...item.deck, ...change } }];
        }),
      },
  );
}

/** Shows a deck as the one that was opened last, before the server has answered. */
export function showAsContinued(deck: Deck, opening: LastPlace): void {
  queryClient.setQueryData(trpc.openings.latest.queryKey(), (list) => {
    if (list === undefined) return undefined;
    const others = list.items.filter((item) => item.deck.id !== deck.id);
    return { items: [{ deck, ...opening }, ...others].slice(0, CONTINUED_DECKS) };
  });
}
