import '#web/ui/ledger.css';
import './users.css';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { Plain } from '#web/ui/Plain.tsx';
import { UserList } from './UserList.tsx';

export function UsersPage() {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  useDocumentTitle(t('users.title'));
  if (user.role !== 'admin') {
    return (
      <Plain title={t('users.adminsOnlyTitle')}>
        <p>{t('users.adminsOnlyLead')}</p>
      </Plain>
    );
  }
  return (
    <div className="ledger">
      <header>
        <h1>{t('users.title')}</h1>
        <p>
          {t('users.lead')} <Link to="/admin/invites">{t('users.bring')}</Link>
          {'\u00A0· '}
          <Link to="/admin/audit">{t('users.audit')}</Link>
          {'\u00A0· '}
          <Link to="/admin/system">{t('users.system')}</Link>
        </p>
      </header>
      <UserList ownId={user.id} />
    </div>
  );
}
