import './deck-dialogs.css';
import { useStore } from '@nanostores/react';
import { type KeyboardEvent, Suspense, lazy, useEffect } from 'react';
import { withLaterTexts } from '#web/lib/i18n.ts';
import { whenConnected } from '#web/lib/when-connected.ts';
import { $deckDialog, type DeckDialog, deckDialogs } from '#web/decks/deck-dialogs.ts';

const DIALOGS = {
  versions: lazy(async () => ({
    default: (await whenConnected(() => import('#web/versions/VersionsDialog.tsx'))).VersionsDialog,
  })),
  replace: lazy(async () => ({ default: (await whenConnected(() => import('#web/versions/ReplaceDialog.tsx'))).ReplaceDialog })),
  share: lazy(async () => ({
    default: (await withLaterTexts(() => import('#web/sharing/ShareDialog.tsx'))).ShareDialog,
  })),
  collect: lazy(async () => {
    const { CollectDialog } = await whenConnected(() => import('#web/collections/CollectDialog.tsx'));
    return { default: ({ deck }: Pick<DeckDialog, 'deck'>) => <CollectDialog decks={[deck]} onClose={deckDialogs.close} /> };
  }),
  export: lazy(async () => ({
    default: (await withLaterTexts(() => import('#web/exports/ExportDialog.tsx'))).ExportDialog,
  })),
  delete: lazy(async () => ({ default: (await whenConnected(() => import('./DeleteDeck.tsx'))).DeleteDeck })),
};

/** The dialogs about a deck, mounted once on pages and once in the player, each with its own colors. */
export function DeckDialogs() {
  const dialog = useStore($deckDialog);
  // Leaving the page with the browser's back button closes the dialog.
  useEffect(() => deckDialogs.close, []);

  if (dialog === null) return null;
  const Shown = DIALOGS[dialog.show];
  return (
    <div className="deck-dialogs" role="presentation" onKeyDown={keepFromPlayer}>
      <Suspense>
        <Shown deck={dialog.deck} versionId={dialog.versionId} />
      </Suspense>
    </div>
  );
}

/** Keys must not change the slides behind the dialog; F5 must still reach the player, which keeps it from reloading the talk. */
function keepFromPlayer(event: KeyboardEvent): void {
  if (event.key !== 'F5') event.stopPropagation();
}
