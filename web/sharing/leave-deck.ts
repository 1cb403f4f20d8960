import i18n from 'i18next';
import type { Deck } from '#shared/decks.ts';
import { type Removal, readDeckListsAgain, removeDeck } from '#web/decks/deck-lists.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import { toastStore } from '#web/ui/toast-store.ts';

/**
 * Gives up the user's own access to a deck. A deck that only these people may see disappears at once, and comes back if the server refuses;
 * one of the team stays readable.
 *
 * @param leavePage as of `removeDeck`
 */
export async function leaveDeck(
  { id, title, visibility }: Pick<Deck, 'id' | 'title' | 'visibility'>,
  userId: string,
  leavePage: Removal['leavePage'],
): Promise<void> {
  const send = () => api.shares.delete.mutate({ id, userId });
  try {
    await (visibility === 'private' ? removeDeck(id, { leavePage, send }) : send());
    toastStore.show({ text: i18n.t('sharing.left', { title }) });
  } catch (thrown) {
    toastStore.fault(faultWords(thrown));
  }
  await Promise.all([readDeckListsAgain(), queryClient.invalidateQueries(trpc.decks.get.queryFilter({ id }))]);
}
