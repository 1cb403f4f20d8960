import './versions.css';
import { useStore } from '@nanostores/react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { withLaterTexts } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/page/lazy-part.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { CAN_CHOOSE_FOLDERS, chooseFiles } from '#web/uploads/choose-files.ts';
import { type DeckSource, type DroppedItem, sortItems } from '#web/uploads/packing/deck-source.ts';
import { UploadLine } from '#web/uploads/UploadLine.tsx';
import { $uploads, isRunning, uploadQueue } from '#web/uploads/upload-queue.ts';
import { FileCatcher } from './FileCatcher.tsx';
import { replaceDeck } from './replace-deck.ts';
import { type DeckDialog, deckDialogs } from '#web/decks/deck-dialogs.ts';

const PackPanel = lazyPart(async () => (await withLaterTexts(() => import('#web/uploads/packing/PackPanel.tsx'))).PackPanel);

/** Uploads a package as the deck's next version and shows the progress. Anything else is packed first. */
export function ReplaceDialog({ deck }: Pick<DeckDialog, 'deck'>) {
  const { t } = useTranslation();
  const uploads = useStore($uploads);
  const [several, setSeveral] = useState(false);
  const [source, setSource] = useState<DeckSource>();
  const upload = uploads.findLast(({ replaces }) => replaces?.id === deck.id);
  const running = upload !== undefined && isRunning(upload);

  const send = (file: File) => {
    setSource(undefined);
    if (upload !== undefined) uploadQueue.forget(upload.id);
    replaceDeck(deck, file);
  };
  const take = async (items: readonly DroppedItem[]) => {
    if (running) return;
    const { packages, sources } = await sortItems(items);
    setSeveral(packages.length + sources.length > 1);
    if (packages.length + sources.length !== 1) return;
    const [file] = packages;
    if (file === undefined) setSource(sources[0]);
    else send(file);
  };

  return (
    <FileCatcher onItems={(items) => void take(items)}>
      <Dialog title={t('versions.replace')} closeLabel={t('shell.close')} onClose={deckDialogs.close}>
        <p className="versions-lead">{t('versions.replaceLead', { title: deck.title })}</p>
        {upload !== undefined && source === undefined && (
          <ul className="replace-upload">
            <UploadLine upload={upload} />
          </ul>
        )}
        {source !== undefined && (
          <Suspense>
            <PackPanel
              source={source}
              title={deck.title}
              submitLabel={t('versions.uploadPacked')}
              onReady={send}
              onCancel={() => setSource(undefined)}
            />
          </Suspense>
        )}
        {running && <p className="versions-hint">{t('versions.goesOn')}</p>}
        {!running && source === undefined && <DropZone again={upload !== undefined} onChosen={(files) => void take(files)} />}
        <p className="versions-fault" role="alert">
          {several && t('versions.onlyOneFile')}
        </p>
      </Dialog>
    </FileCatcher>
  );
}

function DropZone({ again, onChosen }: { again: boolean; onChosen: (files: readonly File[]) => void }) {
  const { t } = useTranslation();
  return (
    <div className="replace-drop">
      <p>{t('versions.drop')}</p>
      <p className="versions-hint">{t('versions.dropHint')}</p>
      <div className="replace-choices">
        <Button data-autofocus onClick={() => chooseFiles({ choose: 'files', onChosen })}>
          {t(again ? 'versions.chooseOther' : 'versions.choose')}
        </Button>
        {CAN_CHOOSE_FOLDERS && (
          <Button variant="default" onClick={() => chooseFiles({ choose: 'folder', onChosen })}>
            {t('versions.chooseFolder')}
          </Button>
        )}
      </div>
    </div>
  );
}
