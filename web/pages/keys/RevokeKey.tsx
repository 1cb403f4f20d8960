import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKey } from '#shared/keys.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatSince } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Confirm } from '#web/ui/Confirm.tsx';
import { toastStore } from '#web/ui/toast-store.ts';

/** Asks for confirmation, because programs may use the key. Expired keys are removed without a question. */
export function RevokeKey({ apiKey: { id, name, lastUsedAt }, expired }: { apiKey: ApiKey; expired: boolean }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const revoke = useSubmit(
    trpc.keys.delete.mutationOptions({
      onSuccess: () => toastStore.show({ text: t('keys.revoked', { name }) }),
      onError: (thrown) => toastStore.fault(faultWords(thrown, t)),
      onSettled: () => {
        setAsking(false);
        return queries.invalidateQueries(trpc.keys.list.pathFilter());
      },
    }),
  );
  const revokeNow = () => revoke.isPending || revoke.mutate({ id });
  return (
    <>
      <button
        type="button"
        className="ledger-end"
        aria-label={t(expired ? 'keys.removeOf' : 'keys.revokeOf', { name })}
        // Not `disabled`, which would drop the focus before it can move to the neighbour.
        aria-disabled={revoke.isPending}
        onClick={() => (expired ? revokeNow() : setAsking(true))}
      >
        {t(expired ? 'keys.remove' : 'keys.revoke')}
      </button>
      {asking && (
        <Confirm
          title={t('keys.revokeTitle', { name })}
          confirmLabel={t('keys.revoke')}
          cancelLabel={t('keys.keep')}
          closeLabel={t('shell.close')}
          pending={revoke.isPending}
          onConfirm={revokeNow}
          onClose={() => setAsking(false)}
        >
          <p>{lastUsedAt === null ? t('keys.revokeUnused') : t('keys.revokeUsed', { since: formatSince(lastUsedAt) })}</p>
        </Confirm>
      )}
    </>
  );
}
