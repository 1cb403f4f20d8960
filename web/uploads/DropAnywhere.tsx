import './uploads.css';
import { useTranslation } from 'react-i18next';
import type { Visibility } from '#shared/decks.ts';
import { uploadQueue } from './upload-queue.ts';
import { uploadVisibility, useUploadVisibility } from './upload-visibility.ts';
import { useFileDrag } from './use-file-drag.ts';

/** The whole page takes decks. While they hang in the air it asks who may see them: left or right. */
export function DropAnywhere() {
  const dragging = useFileDrag((files) => uploadQueue.add(files, uploadVisibility()));
  return dragging ? <DropZones /> : null;
}

function DropZones() {
  const { t } = useTranslation();
  const [remembered, remember] = useUploadVisibility();
  return (
    <div className="drop-zones">
      {(['private', 'team'] as const).map((visibility: Visibility) => (
        <div
          key={visibility}
          className="drop-zone"
          data-remembered={visibility === remembered}
          // Runs before the page's own drop, which takes the remembered answer.
          onDropCapture={() => remember(visibility)}
          onDragEnter={() => remember(visibility)}
        >
          <p className="drop-zone-title">{t(`deck.visibility.${visibility}`)}</p>
          <p>{t(`deck.visibilityHint.${visibility}`)}</p>
        </div>
      ))}
      <p className="drop-zones-hint">{t('upload.drop')}</p>
    </div>
  );
}
