import './uploads.css';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatBytes, formatPercent } from '#web/lib/format.ts';
import { isRunning, type Upload, uploadQueue } from './upload-queue.ts';

export function UploadLine({ upload }: { upload: Upload }) {
  const { t } = useTranslation();
  const { id, name, replaces, state } = upload;
  const running = isRunning(upload);
  return (
    <li className="upload-line" data-state={state}>
      <div className="upload-words">
        <p className="upload-name" dir="auto">
          {replaces === undefined ? name : t('upload.versionFile', { name, title: replaces.title })}
        </p>
        {running && <UploadBar upload={upload} />}
        <p className="upload-state" role={running ? undefined : 'status'}>
          <StateWords upload={upload} />
        </p>
      </div>
      {upload.deckId !== undefined && (
        <Link to="/decks/$deckId" params={{ deckId: upload.deckId }} className="upload-open">
          {t('upload.open')}
        </Link>
      )}
      {(state === 'refused' || state === 'cancelled') && (
        <button
          type="button"
          className="upload-button"
          aria-label={t('upload.retry', { name })}
          onClick={() => uploadQueue.retry(id)}
        >
          <IconRefresh size={16} aria-hidden />
        </button>
      )}
      <button
        type="button"
        className="upload-button"
        aria-label={t(running ? 'upload.cancel' : 'upload.forget', { name })}
        onClick={() => (running ? uploadQueue.cancel(id) : uploadQueue.forget(id))}
      >
        <IconX size={16} aria-hidden />
      </button>
    </li>
  );
}

function UploadBar({ upload: { name, sentBytes, sizeBytes } }: { upload: Upload }) {
  const { t } = useTranslation();
  const share = sizeBytes === 0 ? 0 : sentBytes / sizeBytes;
  return (
    <div
      className="upload-bar"
      role="progressbar"
      aria-label={t('upload.progressOf', { name })}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <div style={{ transform: `scaleX(${share})` }} />
    </div>
  );
}

function StateWords({ upload }: { upload: Upload }) {
  const { t } = useTranslation();
  if (upload.state === 'refused') return faultWords(upload.fault, t);
  if (upload.state !== 'sending') return t(`upload.${upload.state}`);
  return t('upload.progress', {
    percent: formatPercent(upload.sizeBytes === 0 ? 0 : upload.sentBytes / upload.sizeBytes),
    size: formatBytes(upload.sizeBytes),
    speed: formatBytes(upload.bytesPerSecond),
  });
}
