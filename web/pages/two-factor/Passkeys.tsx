import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Passkey } from '#shared/passkeys.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatMoment, formatSince } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import { useFocusHandover } from '#web/ui/use-focus-handover.ts';
import { AddPasskey } from './AddPasskey.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';

interface PasskeysProps {
  /** Called when the second factors of the account may have changed. */
  reload: () => Promise<void>;
}

/** The passkeys of the account: their list, and how one is added. */
export function Passkeys({ reload }: PasskeysProps) {
  const { t } = useTranslation();
  const passkeys = useQuery(trpc.passkeys.list.queryOptions());
  if (passkeys.isError) return <p role="alert">{faultWords(passkeys.error, t)}</p>;
  const items = passkeys.data?.items ?? [];
  return (
    <div className="two-factor-part">
      <h3>{t('passkeys.title')}</h3>
      <p className="account-hint">{t('passkeys.lead')}</p>
      {items.length > 0 && (
        <ul aria-label={t('passkeys.title')}>
          {items.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} reload={reload} />
          ))}
        </ul>
      )}
      <AddPasskey heading="h3" doneLabel={t('twoFactor.kept')} onAdded={() => void reload()} />
    </div>
  );
}

function PasskeyRow({ passkey: { id, name, isSynced, createdAt, lastUsedAt }, reload }: PasskeysProps & { passkey: Passkey }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const remove = useSubmit(
    trpc.passkeys.remove.mutationOptions({
      onSuccess: async () => {
        toastStore.show({ text: t('passkeys.removed', { name }) });
        await Promise.all([queries.invalidateQueries(trpc.passkeys.pathFilter()), reload()]);
      },
    }),
  );
  return (
    <li ref={useFocusHandover()} className="session-row">
      <div>
        <p>{name}</p>
        <p className="facts account-hint">
          <time dateTime={createdAt} title={formatMoment(createdAt)}>
            {t('passkeys.since', { since: formatSince(createdAt) })}
          </time>
          {lastUsedAt !== null && (
            <time dateTime={lastUsedAt} title={formatMoment(lastUsedAt)}>
              {t('profile.lastUsed', { since: formatSince(lastUsedAt) })}
            </time>
          )}
          {isSynced && <span>{t('passkeys.synced')}</span>}
        </p>
      </div>
      {isRemoving ? (
        <ConfirmForm
          label={t('passkeys.removeNow', { name })}
          pending={remove.isPending}
          fault={remove.error}
          onSubmit={(confirmation) => remove.mutate({ id, ...confirmation })}
        />
      ) : (
        <button
          type="button"
          className="session-end"
          aria-label={t('passkeys.removeOf', { name })}
          onClick={() => setRemoving(true)}
        >
          {t('passkeys.remove')}
        </button>
      )}
    </li>
  );
}
