import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ManagedUser } from '#shared/users.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Confirm } from '#web/ui/Confirm.tsx';
import { toastStore } from '#web/ui/toast-store.ts';

/** Asks for confirmation and says what happens to the user's decks and notes. */
export function RemoveUser({ user: { id, name, deckCount }, onDone }: { user: ManagedUser; onDone: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const remove = useSubmit(
    trpc.users.delete.mutationOptions({
      onSuccess: () => toastStore.show({ text: goodbye() }),
      onError: (thrown) => toastStore.fault(faultWords(thrown, t)),
      onSettled: () => {
        onDone();
        // The user's decks now belong to this admin.
        void queries.invalidateQueries(trpc.decks.pathFilter());
        return queries.invalidateQueries(trpc.users.list.pathFilter());
      },
    }),
  );
  return (
    <Confirm
      title={t('users.removeTitle', { name })}
      confirmLabel={t('users.removeNow', { name })}
      cancelLabel={t('users.keep')}
      closeLabel={t('shell.close')}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id })}
      onClose={onDone}
    >
      <p>
        <strong>{t('users.removeDecks', { count: deckCount })}</strong> {t('users.removeNotes')}
      </p>
      <p>{t('users.removeAccess')}</p>
    </Confirm>
  );

  function goodbye(): string {
    return deckCount === 0 ? t('users.removed', { name }) : t('users.removedDecks', { name, count: deckCount });
  }
}
