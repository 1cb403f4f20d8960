import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { CAN_CHOOSE_FOLDERS, chooseFiles } from './choose-files.ts';
import { packRequests } from './packing/pack-requests.ts';
import { useUploadVisibility } from './upload-visibility.ts';

/** Asks who can see the deck, then for its files. */
export function AddDeckDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [visibility, setVisibility] = useUploadVisibility();
  const take = (files: readonly File[]) => {
    void packRequests.receive(files);
    onClose();
  };
  return (
    <Dialog title={t('library.add')} closeLabel={t('shell.close')} onClose={onClose}>
      <p className="add-deck-question">{t('upload.whoSees')}</p>
      <Segments
        label={t('upload.whoSees')}
        value={visibility}
        options={[
          { value: 'private', label: t('deck.visibility.private') },
          { value: 'team', label: t('deck.visibility.team') },
        ]}
        onChange={setVisibility}
      />
      <p className="add-deck-hint">{t(`deck.visibilityHint.${visibility}`)}</p>
      <div className="add-deck-choices">
        <Button size="large" data-autofocus onClick={() => chooseFiles({ choose: 'files', onChosen: take })}>
          {t('upload.chooseFiles')}
        </Button>
        {CAN_CHOOSE_FOLDERS && (
          <Button size="large" variant="default" onClick={() => chooseFiles({ choose: 'folder', onChosen: take })}>
            {t('upload.chooseFolder')}
          </Button>
        )}
      </div>
      <p className="add-deck-drop">{t('upload.orDrop')}</p>
    </Dialog>
  );
}
