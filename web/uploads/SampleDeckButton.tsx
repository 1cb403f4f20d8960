import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import { uploadQueue } from './upload-queue.ts';

/** Uploads the sample deck in the user's language as a private deck, like any other upload, and opens it. */
export function SampleDeckButton() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const sample = useSubmit({
    mutationFn: fetchSample,
    onSuccess: (file) => uploaded(file, (deckId) => void navigate({ to: '/decks/$deckId', params: { deckId } })),
    onError: () => toastStore.fault(t('library.sampleFailed')),
  });
  return (
    <Button size="large" variant="default" loading={sample.isPending} onClick={() => sample.mutate()}>
      {t('library.trySample')}
    </Button>
  );
}

/** Resolves when the upload has ended, so that the button cannot start another one. The upload tray shows what went wrong. */
function uploaded(file: File, onDone: (deckId: string) => void): Promise<void> {
  return new Promise((resolve) => {
    uploadQueue.add([file], 'private', {
      onDone: ({ id }) => {
        resolve();
        onDone(id);
      },
      onRefused: () => resolve(),
      onCancelled: resolve,
    });
  });
}

async function fetchSample(): Promise<File> {
  const response = await fetch(`/sample/${currentLanguage()}.stage`);
  if (!response.ok) throw new Error(`The sample deck could not be loaded, status ${response.status}`);
  return new File([await response.blob()], 'sample.stage');
}
