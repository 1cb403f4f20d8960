import './versions.css';
import { type KeyboardEvent, Suspense, lazy, useEffect, useSyncExternalStore } from 'react';
import { whenConnected } from '#web/lib/when-connected.ts';
import { versionDialogs } from './version-dialogs.ts';

const ReplaceDialog = lazy(async () => ({ default: (await whenConnected(() => import('./ReplaceDialog.tsx'))).ReplaceDialog }));
const VersionsDialog = lazy(async () => ({
  default: (await whenConnected(() => import('./VersionsDialog.tsx'))).VersionsDialog,
}));

/** The dialogs for versions, mounted once on pages and once in the player, each with its own colors. */
export function VersionDialogs() {
  const dialog = useSyncExternalStore(versionDialogs.subscribe, versionDialogs.current);
  // Leaving the page with the browser's back button closes the dialog.
  useEffect(() => versionDialogs.close, []);

  if (dialog === null) return null;
  const Shown = dialog.show === 'replace' ? ReplaceDialog : VersionsDialog;
  return (
    <div className="version-dialogs" role="presentation" onKeyDown={keepFromPlayer}>
      <Suspense>
        <Shown {...dialog} />
      </Suspense>
    </div>
  );
}

/** Keys must not change the slides behind the dialog; F5 must still reach the player, which keeps it from reloading the talk. */
function keepFromPlayer(event: KeyboardEvent): void {
  if (event.key !== 'F5') event.stopPropagation();
}
