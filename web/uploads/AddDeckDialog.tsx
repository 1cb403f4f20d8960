import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { chooseFiles } from './choose-files.ts';
import { uploadQueue } from './upload-queue.ts';
import { useUploadVisibility } from './upload-visibility.ts';

/** Asks who can see the deck, then for the file. */
export function AddDeckDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [visibility, setVisibility] = useUploadVisibility();
  const choose = () =>
    chooseFiles({
      several: true,
      onChosen: (files) => {
        uploadQueue.add(files, visibility);
        onClose();
      },
    });
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
      <Button fullWidth size="md" data-autofocus onClick={choose}>
        {t('library.choose')}
      </Button>
      <p className="add-deck-drop">{t('upload.orDrop')}</p>
    </Dialog>
  );
}
