import './deck-dialogs.css';
import { useStore } from '@nanostores/react';
import { type KeyboardEvent, Suspense, useEffect } from 'react';
import { withLaterTexts } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/page/lazy-part.tsx';
import { whenConnected } from '#web/lib/when-connected.ts';
import { $deckDialog, type DeckDialog, deckDialogs } from '#web/decks/deck-dialogs.ts';

const DIALOGS = {
  versions: lazyPart(async () => (await whenConnected(() => import('#web/versions/VersionsDialog.tsx'))).VersionsDialog),
  replace: lazyPart(async () => (await whenConnected(() => import('#web/versions/ReplaceDialog.tsx'))).ReplaceDialog),
  share: lazyPart(async () => (await withLaterTexts(() => import('#web/sharing/ShareDialog.tsx'))).ShareDialog),
  collect: lazyPart(async () => {
    const { CollectDialog } = await whenConnected(() => import('#web/collections/CollectDialog.tsx'));
    return ({ deck }: Pick<DeckDialog, 'deck'>) => <CollectDialog decks={[deck]} onClose={deckDialogs.close} />;
  }),
  export: lazyPart(async () => (await withLaterTexts(() => import('#web/exports/ExportDialog.tsx'))).ExportDialog),
  delete: lazyPart(async () => (await whenConnected(() => import('./DeleteDeck.tsx'))).DeleteDeck),
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
