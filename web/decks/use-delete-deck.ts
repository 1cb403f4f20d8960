import { useTranslation } from 'react-i18next';
import type { Deck } from '#shared/decks.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { trpc } from '#web/lib/trpc.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import { deckDialogs } from './deck-dialogs.ts';
import { deleteDeck } from './deck-lists.ts';
import { useLeavePage } from './use-leave-page.ts';

type DeletedDeck = Pick<Deck, 'id' | 'title' | 'permissions'>;

/** How a deck is deleted from the interface. */
export function useDeleteDeck() {
  const { t } = useTranslation();
  const leavePage = useLeavePage();

  const deleteNow = (deck: DeletedDeck, isRestorable: boolean): Promise<void> => deleteDeck(deck, isRestorable, leavePage);

  /** Moves a deck to the trash. If the server keeps no trash, opens the dialog that asks first. */
  const askOrDelete = async (deck: DeletedDeck): Promise<void> => {
    try {
      const { days } = await queryClient.query(trpc.trash.settings.queryOptions());
      if (days === 0) deckDialogs.open({ show: 'delete', deck });
      else await deleteNow(deck, true);
    } catch (thrown) {
      toastStore.fault(faultWords(thrown, t));
    }
  };

  return { askOrDelete, deleteNow };
}
