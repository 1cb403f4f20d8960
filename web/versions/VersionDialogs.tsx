import './versions.css';
import { type KeyboardEvent, Suspense, lazy, useEffect, useSyncExternalStore } from 'react';
import { whenConnected } from '#web/lib/when-connected.ts';
import { versionDialogs } from './version-dialogs.ts';

const ReplaceDialog = lazy(async () => ({ default: (await whenConnected(() => import('./ReplaceDialog.tsx'))).ReplaceDialog }));
const VersionsDialog = lazy(async () => ({
  default: (await whenConnected(() => import('./VersionsDialog.tsx'))).VersionsDialog,
}));

/** Where dialogs about versions open: once in the house, once on the stage, each in its own colours. */
export function VersionDialogs() {
  const dialog = useSyncExternalStore(versionDialogs.subscribe, versionDialogs.current);
  // What somebody has left by the browser's back button does not wait for them elsewhere.
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

/** Arrows and letters do not turn the slides behind it; F5 still must not reload the talk. */
function keepFromPlayer(event: KeyboardEvent): void {
  if (event.key !== 'F5') event.stopPropagation();
}
