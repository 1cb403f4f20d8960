import type { Deck, Visibility } from '#shared/decks.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { changeInLists } from '#web/lib/list-change.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import { changeContinued } from './continued.ts';

type Change = { title?: string; visibility?: Visibility };
type Shown = Change & { starred?: boolean };

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

/** Stars a deck for the user, or removes the star. Shows it at once. Other pages of the user are told by the server. */
export async function starDeck({ id, starred: before }: Pick<Deck, 'id' | 'starred'>): Promise<void> {
  showChange(id, { starred: !before });
  try {
    await (before ? api.decks.unstar : api.decks.star).mutate({ id });
  } catch (thrown) {
    showChange(id, { starred: before });
    toastStore.fault(faultWords(thrown));
    return;
  }
  // Lists of starred decks have one deck more or less.
  void queryClient.invalidateQueries(trpc.decks.list.pathFilter());
}

/** Stars decks, or removes their stars. */
export async function starDecks(decks: readonly Deck[], starred: boolean): Promise<void> {
  for (const deck of decks) if (deck.starred !== starred) await starDeck(deck);
}

/** Shows a change in every list, and on the page of the deck. */
function showChange(id: string, change: Shown): void {
  changeInLists<Deck>(trpc.decks.list.infiniteQueryFilter(), id, change);
  changeContinued(id, change);
  queryClient.setQueryData(trpc.decks.get.queryKey({ id }), (deck) => (deck === undefined ? undefined : { ...deck, ...change }));
}
