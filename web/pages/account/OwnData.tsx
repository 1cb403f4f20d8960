import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { RemoveAccount } from './RemoveAccount.tsx';

/** Downloads all data of the user, or deletes their account. */
export function OwnData() {
  const { t } = useTranslation();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <div className="account-fields">
      <p>{t('profile.dataLead')}</p>
      <a className="button" data-variant="default" href="/api/me/archive" download>
        <IconDownload size={18} aria-hidden />
        <span className="button-label">{t('profile.dataDownload')}</span>
      </a>
      <p className="account-hint">{t('profile.dataHint')}</p>
      <Button className="account-remove" variant="danger" onClick={() => setLeaving(true)}>
        {t('profile.leave')}
      </Button>
      {isLeaving && <RemoveAccount onClose={() => setLeaving(false)} />}
    </div>
  );
}
