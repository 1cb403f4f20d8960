import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';

export function InviteLink({ url, onAnother }: { url: string; onAnother: () => void }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="ledger-made" role="group" aria-label={t('invites.link')}>
      <h2>{t('invites.readyTitle')}</h2>
      <p>{t('invites.readyLead')}</p>
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
