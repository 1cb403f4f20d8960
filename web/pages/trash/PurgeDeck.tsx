import { useTranslation } from 'react-i18next';
import type { TrashedDeck } from '#shared/trash.ts';
import { readDeckListsAgain } from '#web/decks/deck-lists.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Confirm } from '#web/ui/Confirm.tsx';
import { toastStore } from '#web/ui/toast-store.ts';

/** Asks for confirmation before a deck is deleted for good. */
export function PurgeDeck({ deck: { id, title }, onDone }: { deck: TrashedDeck; onDone: () => void }) {
  const { t } = useTranslation();
  const purge = useSubmit(
    trpc.trash.purge.mutationOptions({
      onSuccess: () => toastStore.show({ text: t('trash.purged', { title }) }),
      onError: (thrown) => toastStore.fault(faultWords(thrown, t)),
      onSettled: () => {
        onDone();
        return readDeckListsAgain();
      },
    }),
  );
  return (
    <Confirm
      title={t('trash.purgeTitle', { title })}
      confirmLabel={t('trash.purgeNow')}
      cancelLabel={t('trash.keep')}
      closeLabel={t('shell.close')}
      pending={purge.isPending}
      onConfirm={() => purge.mutate({ deckId: id })}
      onClose={onDone}
    >
      <p>{t('trash.purgeLead')}</p>
    </Confirm>
  );
}
