import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ManagedUser } from '#shared/users.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Confirm } from '#web/ui/Confirm.tsx';
import { toastStore } from '#web/ui/toast-store.ts';

/** Asks before the second factors of a person are removed. */
export function ResetFactors({ user: { id, name }, onDone }: { user: ManagedUser; onDone: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const reset = useSubmit(
    trpc.twoFactor.reset.mutationOptions({
      onSuccess: () => {
        toastStore.show({ text: t('users.factorsReset', { name }) });
        onDone();
      },
      onError: (thrown) => toastStore.fault(faultWords(thrown, t)),
      onSettled: () => queries.invalidateQueries(trpc.users.pathFilter()),
    }),
  );
  return (
    <Confirm
      title={t('users.resetFactorsTitle', { name })}
      confirmLabel={t('users.resetFactorsDo')}
      cancelLabel={t('users.resetCancel')}
      closeLabel={t('shell.close')}
      pending={reset.isPending}
      onConfirm={() => reset.mutate({ id })}
      onClose={onDone}
    >
      <p>{t('users.resetFactorsLead')}</p>
      <p>{t('users.resetFactorsEnds')}</p>
    </Confirm>
  );
}
