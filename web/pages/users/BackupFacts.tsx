import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupFacts as Facts } from '#shared/backups.ts';
import { formatMoment } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';

/** Whether the data is safe: the last backup, what went wrong with it, and when the server makes the next ones. */
export function BackupFacts() {
  const { t } = useTranslation();
  const id = useId();
  const { data } = useQuery(trpc.backups.facts.queryOptions());
  if (data === undefined) return null;
  const { last, lastComplete, schedule } = data;
  return (
    <section className="server-facts" aria-labelledby={id}>
      <h2 id={id}>{t('users.backups')}</h2>
      {last?.error != null && (
        <p role="alert">{t('users.backupFailed', { at: formatMoment(last.startedAt), error: last.error })}</p>
      )}
      <p>
        {lastComplete === null
          ? t('users.noBackup')
          : t('users.lastBackup', { at: formatMoment(lastComplete.startedAt), directory: lastComplete.directory })}
      </p>
      <Schedule schedule={schedule} />
    </section>
  );
}

function Schedule({ schedule }: Pick<Facts, 'schedule'>) {
  const { t } = useTranslation();
  return (
    <p className="ledger-hint">
      {schedule === null
        ? t('users.noBackupSchedule')
        : t('users.backupSchedule', { count: schedule.everyHours, keep: schedule.keep })}
    </p>
  );
}
