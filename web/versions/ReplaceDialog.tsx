import { Button } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/Dialog.tsx';
import { chooseFiles } from '#web/uploads/choose-files.ts';
import { UploadLine } from '#web/uploads/UploadLine.tsx';
import { isRunning, uploadQueue } from '#web/uploads/upload-queue.ts';
import { FileCatcher } from './FileCatcher.tsx';
import { replaceDeck } from './replace-deck.ts';
import { type VersionDialog, versionDialogs } from './version-dialogs.ts';

/** Uploads a package as the deck's next version and shows the progress. */
export function ReplaceDialog({ deck }: VersionDialog) {
  const { t } = useTranslation();
  const uploads = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.all);
  const [several, setSeveral] = useState(false);
  const upload = uploads.findLast(({ replaces }) => replaces?.id === deck.id);
  const running = upload !== undefined && isRunning(upload);

  const take = (files: readonly File[]) => {
    if (running) return;
    setSeveral(files.length > 1);
    const [file] = files;
    if (file === undefined || files.length > 1) return;
    if (upload !== undefined) uploadQueue.forget(upload.id);
    replaceDeck(deck, file);
  };

  return (
    <FileCatcher onFiles={take}>
      <Dialog title={t('versions.replace')} closeLabel={t('shell.close')} onClose={versionDialogs.close}>
        <p className="versions-lead">{t('versions.replaceLead', { title: deck.title })}</p>
        {upload !== undefined && (
          <ul className="replace-upload">
            <UploadLine upload={upload} />
          </ul>
        )}
        {running ? (
          <p className="versions-hint">{t('versions.goesOn')}</p>
        ) : (
          <div className="replace-drop">
            <p>{t('versions.drop')}</p>
            <Button data-autofocus onClick={() => chooseFiles({ several: false, onChosen: take })}>
              {t(upload === undefined ? 'versions.choose' : 'versions.chooseOther')}
            </Button>
          </div>
        )}
        <p className="versions-fault" role="alert">
          {several && t('versions.onlyOneFile')}
        </p>
      </Dialog>
    </FileCatcher>
  );
}
