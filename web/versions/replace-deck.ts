import i18n from 'i18next';
import type { Deck } from '#shared/decks.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import { uploadQueue } from '#web/uploads/upload-queue.ts';
import { chooseVersion } from './kept-version.ts';
import { showCurrentVersion } from './show-current-version.ts';
import { $deckDialog, deckDialogs } from '#web/decks/deck-dialogs.ts';

/** Uploads a package as the deck's next version and shows the result on whatever page the user is then. */
export function replaceDeck(deck: Pick<Deck, 'id' | 'title'>, file: File): void {
  const id = uploadQueue.replace(deck, file, {
    onDone: ({ title, currentVersionId, currentVersion: { number } }) => {
      if (isDialogOpen(deck.id)) deckDialogs.close();
      uploadQueue.forget(id);
      toastStore.show({ text: i18n.t('versions.nowCurrent', { number, title }) });
      chooseVersion(deck.id, currentVersionId);
      void showCurrentVersion(deck.id);
    },
    onRefused: (fault) => {
      // The open dialog shows the error itself.
      if (isDialogOpen(deck.id)) return;
      toastStore.fault(i18n.t('versions.notReplaced', { title: deck.title, reason: faultWords(fault) }));
    },
  });
}

function isDialogOpen(deckId: string): boolean {
  const dialog = $deckDialog.get();
  return dialog?.show === 'replace' && dialog.deck.id === deckId;
}
