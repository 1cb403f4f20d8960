import type { Deck, Visibility } from '#shared/decks.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { changeInLists } from '#web/lib/list-change.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import { changeContinued } from './continued.ts';

type Change = { title?: string; visibility?: Visibility };

/** Shows the change at once and reverts it if the server refuses it. */
export async function changeDeck(deck: Deck, change: Change): Promise<void> {
  showChange(deck.id, change);
  try {
    await api.decks.update.mutate({ id: deck.id, ...change });
  } catch (thrown) {
    showChange(deck.id, { title: deck.title, visibility: deck.visibility });
    toastStore.fault(faultWords(thrown));
    return;
  }
  void queryClient.invalidateQueries(trpc.decks.pathFilter());
}

function showChange(id: string, change: Change): void {
  changeInLists<Deck>(trpc.decks.list.infiniteQueryFilter(), id, change);
  changeContinued(id, change);
  queryClient.setQueryData(trpc.decks.get.queryKey({ id }), (deck) => (deck === undefined ? undefined : { ...deck, ...change }));
}
