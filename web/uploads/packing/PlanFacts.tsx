import { IconAlertTriangle, IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#web/lib/format.ts';
import type { PlanSummary } from './pack-api.ts';

interface PlanFactsProps {
  id: string;
  summary: PlanSummary;
  folderHelps: boolean;
}

/** What was found: slides, notes, files, missing files, and hosts that the deck loads from. */
export function PlanFacts({ id, summary, folderHelps }: PlanFactsProps) {
  const { t } = useTranslation();
  const { kind, fileCount, bytes, missing, hosts } = summary;
  return (
    <>
      <ul id={id} className="facts packing-facts" aria-label={t('packing.found')}>
        <li>{t(`packing.kind.${kind}`)}</li>
        <SlideFacts summary={summary} />
        <li>{t('packing.files', { count: fileCount, size: formatBytes(bytes) })}</li>
      </ul>
      {kind === 'slidev' && <p className="packing-hint">{t('packing.slidev')}</p>}
      {missing.length > 0 && (
        <section className="packing-notice" aria-labelledby="packing-missing">
          <h3 id="packing-missing">
            <IconAlertTriangle size={16} aria-hidden />
            {t('packing.missing', { count: missing.length })}
          </h3>
          {folderHelps && <p className="packing-hint">{t('packing.folderHelps')}</p>}
          {/* A list that scrolls must be reachable by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <ul className="packing-missing" tabIndex={0} aria-labelledby="packing-missing">
            {missing.map(({ reference, file, line, why }) => (
              <li key={`${file} ${reference}`}>
                <code dir="auto">{reference}</code>
                <span>{t(`packing.why.${why}`, { file, line })}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {hosts.length > 0 && (
        <section className="packing-notice" data-quiet>
          <h3>
            <IconWorld size={16} aria-hidden />
            {t('packing.hosts', { count: hosts.length })}
          </h3>
          <p className="packing-hosts">{hosts.map(({ host }) => host).join(', ')}</p>
          <p className="packing-hint">{t('packing.hostsHint')}</p>
        </section>
      )}
    </>
  );
}

function SlideFacts({ summary: { slides, notes, inside } }: { summary: PlanSummary }) {
  const { t } = useTranslation();
  if (inside === null) return <li>{t('packing.countedLater')}</li>;
  const counts = inside ?? { slides, notes };
  return (
    <>
      <li>{t('packing.slides', { count: counts.slides })}</li>
      {counts.notes > 0 && <li>{t('packing.notes', { count: counts.notes })}</li>}
    </>
  );
}
