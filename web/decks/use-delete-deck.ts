import { useMatchRoute, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Deck } from '#shared/decks.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { trpc } from '#web/lib/trpc.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import { deckDialogs } from './deck-dialogs.ts';
import { deleteDeck } from './deck-lists.ts';

type DeletedDeck = Pick<Deck, 'id' | 'title' | 'permissions'>;

/** How a deck is deleted from the interface. */
export function useDeleteDeck() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const matches = useMatchRoute();

  const deleteNow = async (deck: DeletedDeck, isRestorable: boolean): Promise<void> => {
    // The page of a deleted deck would show that it was not found. When it is left, it saves the user's place in the deck.
    if (matches({ to: '/decks/$deckId', params: { deckId: deck.id }, fuzzy: true })) await navigate({ to: '/' });
    await deleteDeck(deck, isRestorable);
  };

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
