import './export-dialog.css';
import { useStore } from '@nanostores/react';
import { useTranslation } from 'react-i18next';
import { type DeckDialog, deckDialogs } from '#web/decks/deck-dialogs.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { $exports } from './deck-exports.ts';
import { ExportForm } from './ExportForm.tsx';
import { ExportState } from './ExportState.tsx';

/** Makes a file of a deck. An export that is under way goes on when the dialog is closed, and is shown when it is opened again. */
export function ExportDialog({ deck, versionId }: Pick<DeckDialog, 'deck' | 'versionId'>) {
  const { t } = useTranslation();
  const exportId = useStore($exports).get(deck.id);
  return (
    <Dialog title={t('exports.title')} closeLabel={t('shell.close')} onClose={deckDialogs.close}>
      <p className="export-deck" dir="auto">
        {deck.title}
      </p>
      {exportId === undefined ? (
        <ExportForm deckId={deck.id} versionId={versionId} />
      ) : (
        <ExportState key={exportId} deckId={deck.id} exportId={exportId} />
      )}
    </Dialog>
  );
}
