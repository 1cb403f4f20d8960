import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupFacts } from '#shared/backups.ts';
import { formatMoment } from '#web/lib/format.ts';

/** Whether the data is safe: the last backup, what went wrong with it, and when the server makes the next ones. */
export function Backups({ last, lastComplete, schedule }: BackupFacts) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('system.backups')}</h2>
      {last?.error != null && (
        <p role="alert">{t('system.backupFailed', { at: formatMoment(last.startedAt), error: last.error })}</p>
      )}
      <p>
        {lastComplete === null
          ? t('system.noBackup')
          : t('system.lastBackup', { at: formatMoment(lastComplete.startedAt), directory: lastComplete.directory })}
      </p>
      <p className="ledger-hint">
        {schedule === null
          ? t('system.noBackupSchedule')
          : t('system.backupSchedule', { count: schedule.everyHours, keep: schedule.keep })}
      </p>
    </section>
  );
}
