import './app-layout.css';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { whenConnected } from '#web/lib/when-connected.ts';
import { lazyPart } from '#web/lib/page/lazy-part.tsx';
import { PaletteHost } from '#web/palette/PaletteHost.tsx';
import { UploadTray } from '#web/uploads/UploadTray.tsx';
import { DeckDialogs } from '#web/deck-menu/DeckDialogs.tsx';
import { SameDeckQuestion } from '#web/versions/SameDeckQuestion.tsx';
import { AppHeader } from './AppHeader.tsx';
import { OfflineLine } from './OfflineLine.tsx';

/** Also sends unsent changes. Loaded after the page. */
const UnsentLine = lazyPart(async () => (await whenConnected(() => import('./UnsentLine.tsx'))).UnsentLine);

/** The layout of the library and administration pages. The player has its own. */
export function AppLayout() {
  const { t } = useTranslation();
  return (
    <div className="app-layout">
      <a className="skip-link" href="#content">
        {t('shell.skip')}
      </a>
      <AppHeader />
      <OfflineLine />
      <Suspense>
        <UnsentLine />
      </Suspense>
      <main id="content" className="app-content" tabIndex={-1}>
        <Outlet />
      </main>
      <UploadTray />
      <DeckDialogs />
      <SameDeckQuestion />
      <PaletteHost />
    </div>
  );
}
