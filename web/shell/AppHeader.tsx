import { Link, useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Mark } from '#web/ui/Mark.tsx';
import { UserMenu } from './UserMenu.tsx';

export function AppHeader() {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  return (
    <header className="app-header">
      <Link to="/" className="app-name">
        <Mark size={22} />
        {t('shell.name')}
      </Link>
      <nav className="app-nav">
        {user.role === 'admin' && (
          <>
            <Link to="/admin/users" activeProps={{ 'aria-current': 'page' }}>
              {t('shell.people')}
            </Link>
            <Link to="/admin/invites" activeProps={{ 'aria-current': 'page' }}>
              {t('shell.invites')}
            </Link>
          </>
        )}
        <UserMenu user={user} />
      </nav>
    </header>
  );
}
