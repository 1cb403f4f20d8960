import { type KeyboardEvent, Suspense, lazy, useEffect, useSyncExternalStore } from 'react';
import { versionDialogs } from './version-dialogs.ts';

const ReplaceDialog = lazy(async () => ({ default: (await import('./ReplaceDialog.tsx')).ReplaceDialog }));
const VersionsDialog = lazy(async () => ({ default: (await import('./VersionsDialog.tsx')).VersionsDialog }));

/** The place where dialogs about versions open: one in the house, one on the stage, each in its own colours. */
export function VersionDialogs() {
  const dialog = useSyncExternalStore(versionDialogs.subscribe, versionDialogs.current);
  // A dialog that somebody has left with the browser's back button does not wait for them elsewhere.
  const deckId = dialog?.deck.id;
  useEffect(() => () => void (deckId !== undefined && closeWhenLeft(deckId)), [deckId]);

  if (dialog === null) return null;
  const Shown = dialog.show === 'replace' ? ReplaceDialog : VersionsDialog;
  return (
    <div className="version-dialogs" onKeyDown={keepFromPlayer}>
      <Suspense>
        <Shown key={dialog.show} {...dialog} onClose={versionDialogs.close} />
      </Suspense>
    </div>
  );
}
