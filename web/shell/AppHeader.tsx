import { IconSearch } from '@tabler/icons-react';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { palette } from '#web/palette/open-palette.ts';
import { Mark } from '#web/ui/Mark.tsx';
import { hasCommandKey } from '#web/protocol/search-key.ts';
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
        <button type="button" className="search-button" aria-label={t('shell.search')} onClick={palette.open}>
          <IconSearch size={20} aria-hidden />
          <kbd aria-hidden>{hasCommandKey ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
        <UserMenu user={user} />
      </nav>
    </header>
  );
}
