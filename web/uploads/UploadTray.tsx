import './uploads.css';
import { useStore } from '@nanostores/react';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { $uploads, isRunning, uploadQueue } from './upload-queue.ts';
import { UploadLine } from './UploadLine.tsx';

/** The running and finished uploads, on every page. */
export function UploadTray() {
  const { t } = useTranslation();
  const uploads = useStore($uploads);
  if (uploads.length === 0) return null;
  return (
    <section className="upload-tray" aria-label={t('upload.tray')}>
      <header>
        <h2>{t('upload.tray')}</h2>
        {!uploads.some(isRunning) && (
          <button
            type="button"
            className="upload-button"
            aria-label={t('upload.clear')}
            onClick={() => uploads.forEach(({ id }) => uploadQueue.forget(id))}
          >
            <IconX size={16} aria-hidden />
          </button>
        )}
      </header>
      <ul>
        {uploads.map((upload) => (
          <UploadLine key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
}
