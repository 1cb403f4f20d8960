import './uploads.css';
import { useTranslation } from 'react-i18next';
import type { Visibility } from '#shared/decks.ts';
import { packRequests } from './packing/pack-requests.ts';
import { PackDialogs } from './packing/PackDialogs.tsx';
import { useUploadVisibility } from './upload-visibility.ts';
import { useFileDrag } from './use-file-drag.ts';

/**
 * Accepts decks, and what decks are made of, dropped anywhere on the page. During the drag, two zones offer who can see them. Also
 * shows the dialog for what has to be packed first, whether it was dropped or chosen.
 */
export function DropAnywhere() {
  const dragging = useFileDrag((items) => void packRequests.receive(items));
  return (
    <>
      {dragging && <DropZones />}
      <PackDialogs />
    </>
  );
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
          // Runs before the page's drop handler, which uses the remembered choice.
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
