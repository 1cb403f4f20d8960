import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { SystemLimits } from '#shared/system.ts';
import { formatBytes } from '#web/lib/format.ts';

/** What the settings allow. */
export function Limits({ limits }: { limits: SystemLimits }) {
  const { t } = useTranslation();
  const id = useId();
  const { uploadMaxBytes, userQuotaBytes, minFreeBytes, maxConnections, trashDays, auditDays, visitsDays } = limits;
  const days = (count: number) => t('system.days', { count });
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('system.limits')}</h2>
      <p className="ledger-hint">{t('system.limitsLead')}</p>
      <dl className="system-limits">
        <Limit name="uploadMaxBytes" value={formatBytes(uploadMaxBytes)} />
        <Limit name="userQuotaBytes" value={userQuotaBytes === null ? t('system.unlimited') : formatBytes(userQuotaBytes)} />
        <Limit name="minFreeBytes" value={formatBytes(minFreeBytes)} />
        <Limit name="maxConnections" value={String(maxConnections)} />
        <Limit name="trashDays" value={days(trashDays)} />
        <Limit name="auditDays" value={days(auditDays)} />
        <Limit name="visitsDays" value={days(visitsDays)} />
      </dl>
    </section>
  );
}

function Limit({ name, value }: { name: keyof SystemLimits; value: string }) {
  const { t } = useTranslation();
  return (
    <div>
      <dt>{t(`system.limit.${name}`)}</dt>
      <dd>{value}</dd>
    </div>
  );
}
