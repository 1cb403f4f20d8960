import i18n from 'i18next';
import type { Deck } from '#shared/decks.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import { uploadQueue } from '#web/uploads/upload-queue.ts';
import { showCurrentVersion } from './show-current-version.ts';
import { versionDialogs } from './version-dialogs.ts';

/** Queues the package as the deck's next version, and says how it ends wherever somebody is by then. */
export function replaceDeck(deck: Pick<Deck, 'id' | 'title'>, file: File): void {
  const id = uploadQueue.replace(deck, file, {
    onDone: ({ title, currentVersion: { number } }) => {
      if (isAsked(deck.id)) versionDialogs.close();
      uploadQueue.forget(id);
      toastStore.show({ text: i18n.t('versions.nowCurrent', { number, title }) });
      void showCurrentVersion(deck.id);
    },
    onRefused: (fault) => {
      // The dialog says it itself, while it is open.
      if (isAsked(deck.id)) return;
      toastStore.fault(i18n.t('versions.notReplaced', { title: deck.title, reason: faultWords(fault) }));
    },
  });
}

function isAsked(deckId: string): boolean {
  const dialog = versionDialogs.current();
  return dialog?.show === 'replace' && dialog.deck.id === deckId;
}
