import './house.css';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { whenConnected } from '#web/lib/when-connected.ts';
import { UploadTray } from '#web/uploads/UploadTray.tsx';
import { VersionDialogs } from '#web/versions/VersionDialogs.tsx';
import { HouseHeader } from './HouseHeader.tsx';
import { OfflineLine } from './OfflineLine.tsx';

/** Sends what was left unsent, too; not before the page is there. */
const OutboxLine = lazy(async () => ({ default: (await whenConnected(() => import('#web/outbox/OutboxLine.tsx'))).OutboxLine }));

/** The quiet house around library and administration. The player has none of it. */
export function House() {
  const { t } = useTranslation();
  return (
    <div className="house">
      <a className="house-skip" href="#content">
        {t('shell.skip')}
      </a>
      <HouseHeader />
      <OfflineLine />
      <Suspense>
        <OutboxLine />
      </Suspense>
      <main id="content" className="house-content" tabIndex={-1}>
        <Outlet />
      </main>
      <UploadTray />
      <VersionDialogs />
    </div>
  );
}
