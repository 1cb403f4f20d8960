import '#web/ui/ledger.css';
import { useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { Plain } from '#web/ui/Plain.tsx';
import { InviteList } from './InviteList.tsx';
import { NewInvite } from './NewInvite.tsx';

export function InvitesPage() {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  useDocumentTitle(t('invites.title'));
  if (user.role !== 'admin') {
    return (
      <Plain title={t('invites.adminsOnlyTitle')}>
        <p>{t('invites.adminsOnlyLead')}</p>
      </Plain>
    );
  }
  return (
    <div className="ledger">
      <header>
        <h1>{t('invites.title')}</h1>
        <p>{t('invites.lead')}</p>
      </header>
      <NewInvite />
      <InviteList />
    </div>
  );
}
