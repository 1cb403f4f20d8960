import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewInvite } from '#shared/invites.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';

export function InviteLink({ invite, onAnother }: { invite: NewInvite; onAnother: () => void }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { url, mail, email } = invite;
  return (
    <div className="ledger-made" role="group" aria-label={t('invites.link')}>
      <h2>{t(mail === 'sent' ? 'invites.sentTitle' : 'invites.readyTitle')}</h2>
      {mail === 'failed' && <p className="ledger-fault">{t('invites.notSent', { count: 1 })}</p>}
      <p>{mail === 'sent' ? t('invites.sentLead', { email }) : t('invites.readyLead')}</p>
      <input ref={field} readOnly aria-label={t('invites.link')} value={url} onFocus={(event) => event.currentTarget.select()} />
      <div className="ledger-made-actions">
        <CopyButton variant="filled" text={url} label={t('invites.copy')} copiedLabel={t('shell.copied')} />
        <Button variant="default" onClick={onAnother}>
          {t('invites.another')}
        </Button>
      </div>
    </div>
  );
}
