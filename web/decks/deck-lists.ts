import i18n from 'i18next';
import { faultWords } from '#web/lib/fault-words.ts';
import { removeFromLists } from '#web/lib/list-change.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import { changeContinued, untilPlacesSaved } from './continued.ts';
import { whileRemoving } from './removals.ts';

/** Reads the lists of decks again: the library with its sections and collections, and the trash. */
export async function readDeckListsAgain(): Promise<void> {
  const lists = [trpc.decks.list, trpc.collections, trpc.openings.latest, trpc.talks.live, trpc.trash.list];
  await Promise.all(lists.map((list) => queryClient.invalidateQueries(list.pathFilter())));
}

export interface Removal {
  /** What `useLeavePage` returns. */
  readonly leavePage: (deckId: string) => Promise<void>;
  readonly send: () => Promise<unknown>;
}

/**
 * Takes a deck out of the user's lists at once, and sends the request that removes it.
 *
 * @throws the error of the request. The lists must then be read again.
 */
export async function removeDeck(id: string, { leavePage, send }: Removal): Promise<void> {
  const remove = async (): Promise<void> => {
    // When the page is left, it saves the user's place, and shows the deck as the one that was opened last.
    await leavePage(id);
    await untilPlacesSaved();
    removeFromLists(trpc.decks.list.infiniteQueryFilter(), id);
    changeContinued(id, null);
    await send();
  };
  const removal = remove();
  whileRemoving(removal);
  await removal;
}

/**
 * Deletes a deck. It disappears at once, and comes back if the server refuses.
 *
 * @param isRestorable whether the server moves the deck to the trash, so that the deletion can be undone
 * @param leavePage as of `removeDeck`
 */
export async function deleteDeck(
  { id, title }: { id: string; title: string },
  isRestorable: boolean,
  leavePage: Removal['leavePage'],
): Promise<void> {
  try {
    await removeDeck(id, { leavePage, send: () => api.decks.delete.mutate({ id }) });
    if (isRestorable) {
      toastStore.show({
        text: i18n.t('deck.deleted', { title }),
        action: { label: i18n.t('shell.undo'), run: () => void restoreDeck(id) },
      });
    } else {
      toastStore.show({ text: i18n.t('trash.purged', { title }) });
    }
  } catch (thrown) {
    toastStore.fault(faultWords(thrown));
  }
  await readDeckListsAgain();
}

/**
 * Deletes several decks, one after the other, until one is refused.
 *
 * @param isRestorable as for `deleteDeck`
 */
export async function deleteDecks(decks: readonly { id: string }[], isRestorable: boolean): Promise<void> {
  const deleted: string[] = [];
  try {
    for (const { id } of decks) {
      await api.decks.delete.mutate({ id });
      deleted.push(id);
      removeFromLists(trpc.decks.list.infiniteQueryFilter(), id);
      changeContinued(id, null);
    }
  } catch (thrown) {
    toastStore.fault(faultWords(thrown));
  }
  const text = i18n.t(isRestorable ? 'selection.deleted' : 'selection.purged', { count: deleted.length });
  const undo = async (): Promise<void> => {
    for (const id of deleted) await restoreDeck(id);
  };
  if (deleted.length > 0)
    toastStore.show({ text, ...(isRestorable && { action: { label: i18n.t('shell.undo'), run: () => void undo() } }) });
  await readDeckListsAgain();
}

async function restoreDeck(deckId: string): Promise<void> {
  try {
    await api.trash.restore.mutate({ deckId });
  } catch (thrown) {
    toastStore.fault(faultWords(thrown));
  }
  // A page of the deck may still show that it was not found.
  await Promise.all([readDeckListsAgain(), queryClient.resetQueries(trpc.decks.get.queryFilter({ id: deckId }))]);
}
