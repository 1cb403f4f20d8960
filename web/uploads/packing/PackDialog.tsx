import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { newDecks } from '#web/uploads/new-decks.ts';
import { useUploadVisibility } from '#web/uploads/upload-visibility.ts';
import type { DeckSource } from './deck-source.ts';
import { PackPanel } from './PackPanel.tsx';

/** Packs a source and uploads it as a new deck. */
export function PackDialog({ source, onClose }: { source: DeckSource; onClose: () => void }) {
  const { t } = useTranslation();
  const [visibility, setVisibility] = useUploadVisibility();
  return (
    <Dialog
      title={t(source.kind === 'document' ? 'packing.notADeck' : 'packing.heading')}
      closeLabel={t('shell.close')}
      onClose={onClose}
    >
      <PackPanel
        source={source}
        submitLabel={t('packing.upload')}
        onCancel={onClose}
        onReady={(file) => {
          void newDecks.add([file], visibility);
          onClose();
        }}
      >
        <div>
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
        </div>
      </PackPanel>
    </Dialog>
  );
}
