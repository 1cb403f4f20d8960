import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewInvite } from '#shared/invites.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';

/** The links of several people: what happened to each, and all of them to copy. */
export function InviteLinks({ invites, onAnother }: { invites: readonly NewInvite[]; onAnother: () => void }) {
  const { t } = useTranslation();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const failed = invites.filter(({ mail }) => mail === 'failed').length;
  const isSent = failed === 0 && invites.every(({ mail }) => mail === 'sent');
  // A table for mail merges and spreadsheets.
  const lines = invites.map(({ email, url }) => `${email ?? ''}\t${url}`).join('\n');
  return (
    <div className="ledger-made" role="group" aria-label={t('invites.links')}>
      <h2 ref={title} tabIndex={-1}>
        {t(isSent ? 'invites.allSentTitle' : 'invites.allReadyTitle', { count: invites.length })}
      </h2>
      {failed > 0 && <p className="ledger-fault">{t('invites.notSent', { count: failed })}</p>}
      <p>{t(isSent ? 'invites.allSentLead' : 'invites.allReadyLead')}</p>
      <ul className="ledger-made-list">
        {invites.map(({ id, email, url, mail }) => (
          <li key={id}>
            <span>{email}</span>
            {mail !== 'none' && (
              <span className={mail === 'failed' ? 'ledger-fault' : 'ledger-hint'}>{t(`invites.mails.${mail}`)}</span>
            )}
            <CopyButton
              text={url}
              label={t('shell.copy')}
              name={t('invites.copyOf', { whom: email })}
              copiedLabel={t('shell.copied')}
            />
          </li>
        ))}
      </ul>
      <div className="ledger-made-actions">
        <CopyButton variant="filled" text={lines} label={t('invites.copyAll')} copiedLabel={t('shell.copied')} />
        <Button variant="default" onClick={onAnother}>
          {t('invites.another')}
        </Button>
      </div>
    </div>
  );
}
