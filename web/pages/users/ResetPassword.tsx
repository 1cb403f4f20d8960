import '#web/ui/confirm.css';
import './reset-password.css';
import { useTranslation } from 'react-i18next';
import type { ManagedUser } from '#shared/users.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatMoment } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { toastStore } from '#web/ui/toast-store.ts';

/** Makes a link with which a person who has forgotten their password sets a new one, and shows it once. */
export function ResetPassword({ user: { id, name }, onDone }: { user: ManagedUser; onDone: () => void }) {
  const { t } = useTranslation();
  const create = useSubmit(
    trpc.passwordResets.create.mutationOptions({
      // The response contains the token, so it is not cached.
      gcTime: 0,
      onError: (thrown) => toastStore.fault(faultWords(thrown, t)),
    }),
  );
  const link = create.data;
  return (
    <Dialog
      key={link === undefined ? 'question' : 'link'}
      title={t(link === undefined ? 'users.resetTitle' : 'users.resetReadyTitle')}
      closeLabel={t('shell.close')}
      onClose={onDone}
    >
      {link === undefined ? (
        <>
          <div className="confirm-words">
            <p>{t('users.resetLead', { name })}</p>
            <p>{t('users.resetEnds')}</p>
          </div>
          <div className="confirm-choices">
            <Button variant="default" onClick={onDone}>
              {t('users.resetCancel')}
            </Button>
            <Button data-autofocus loading={create.isPending} onClick={() => create.mutate({ id })}>
              {t('users.resetMake')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="confirm-words">{t('users.resetReadyLead', { name })}</p>
          <input
            className="reset-password-link"
            readOnly
            data-autofocus
            aria-label={t('users.resetLink')}
            value={link.url}
            onFocus={(event) => event.currentTarget.select()}
          />
          <p className="ledger-hint">{t('reset.expires', { moment: formatMoment(link.expiresAt) })}</p>
          <div className="confirm-choices">
            <Button variant="default" onClick={onDone}>
              {t('users.resetDone')}
            </Button>
            <CopyButton variant="filled" text={link.url} label={t('invites.copy')} copiedLabel={t('shell.copied')} />
          </div>
        </>
      )}
    </Dialog>
  );
}
