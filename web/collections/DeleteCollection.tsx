import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Collection } from '#shared/collections.ts';
import { readDeckListsAgain } from '#web/decks/deck-lists.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import { Confirm } from '#web/ui/Confirm.tsx';
import { toastStore } from '#web/ui/toast-store.ts';

/** Asks for confirmation before a collection is deleted. */
export function DeleteCollection({ collection: { id, name }, onClose }: { collection: Collection; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationKey: trpc.collections.delete.mutationKey(),
    mutationFn: () => api.collections.delete.mutate({ id }),
    onSuccess: async () => {
      onClose();
      toastStore.show({ text: t('collections.deleted', { name }) });
      await navigate({ to: '/' });
      await readDeckListsAgain();
    },
    onError: (thrown) => {
      onClose();
      toastStore.fault(faultWords(thrown, t));
    },
  });
  return (
    <Confirm
      title={t('collections.deleteTitle', { name })}
      confirmLabel={t('collections.delete')}
      cancelLabel={t('collections.keep')}
      closeLabel={t('shell.close')}
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t('collections.deleteLead')}</p>
    </Confirm>
  );
}
