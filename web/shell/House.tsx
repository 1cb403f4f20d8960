import './house.css';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { UploadTray } from '#web/uploads/UploadTray.tsx';
import { VersionDialogs } from '#web/versions/VersionDialogs.tsx';
import { HouseHeader } from './HouseHeader.tsx';

/** The quiet house around library and administration. The player has none of it. */
export function House() {
  const { t } = useTranslation();
  return (
    <div className="house">
      <a className="house-skip" href="#content">
        {t('shell.skip')}
      </a>
      <HouseHeader />
      <main id="content" className="house-content" tabIndex={-1}>
        <Outlet />
      </main>
      <UploadTray />
      <VersionDialogs />
    </div>
  );
}
