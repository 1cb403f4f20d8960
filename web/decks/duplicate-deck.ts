import i18n from 'i18next';
import { DECK_TITLE_MAX } from '#shared/limits.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { api } from '#web/lib/trpc.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import { readDeckListsAgain } from './deck-lists.ts';

/** Copies a deck to a private deck of the user, and offers to open it. */
export async function duplicateDeck(deck: { id: string; title: string }, open: (copyId: string) => void): Promise<void> {
  const title = i18n.t('deck.copyOf', { title: deck.title });
  try {
    // If the title is too long, the server chooses one.
    const copy = await api.decks.duplicate.mutate({ id: deck.id, ...(title.length <= DECK_TITLE_MAX && { title }) });
    toastStore.show({
      text: i18n.t('deck.duplicated', { title: copy.title }),
      action: { label: i18n.t('upload.open'), run: () => open(copy.id) },
    });
  } catch (thrown) {
    toastStore.fault(faultWords(thrown));
  }
  await readDeckListsAgain();
}
