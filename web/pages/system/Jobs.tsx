import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FailedJob, SystemJobs } from '#shared/system.ts';
import { formatAgo, formatSince } from '#web/lib/format.ts';

/** The server counts no further. */
const COUNTED_MAX = 1000;

/** Work in the background: what waits, runs and has failed, and why. */
export function Jobs({ queued, running, failed, searchDue, oldestSeconds, failures }: SystemJobs) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('system.jobs')}</h2>
      <table className="system-table">
        <thead>
          <tr>
            <th scope="col">{t('system.work')}</th>
            <th scope="col">{t('system.waiting')}</th>
            <th scope="col">{t('system.running')}</th>
            <th scope="col">{t('system.failed')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('system.rendererJobs')}</th>
            <td>{queued}</td>
            <td>{running}</td>
            <td>{counted(failed, t)}</td>
          </tr>
          <tr>
            <th scope="row">{t('system.searchDue')}</th>
            <td>{counted(searchDue, t)}</td>
            <td>–</td>
            <td>–</td>
          </tr>
        </tbody>
      </table>
      {queued > 0 && <p className="ledger-hint">{t('system.oldest', { since: formatAgo(oldestSeconds) })}</p>}
      {failures.length > 0 && (
        <>
          <h3>{t('system.failures')}</h3>
          <ul className="system-failures">
            {failures.map((job) => (
              <Failure key={job.id} job={job} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Failure({ job: { kind, deck, version, error, endedAt } }: { job: FailedJob }) {
  const { t } = useTranslation();
  return (
    <li>
      <p>
        <Link to="/decks/$deckId" params={{ deckId: deck.id }}>
          {deck.title}
        </Link>
      </p>
      <p className="ledger-hint facts">
        <span>{t(`system.failure.${kind}`, { version })}</span>
        <time dateTime={endedAt}>{formatSince(endedAt)}</time>
      </p>
      <p>{reasonWords(error, t)}</p>
    </li>
  );
}

/** The renderer's own words are English. */
function reasonWords(error: string | null, t: TFunction): string {
  if (error === 'lost') return t('system.reason.lost');
  return error ?? t('system.noReason');
}

function counted(count: number, t: TFunction): string {
  return count < COUNTED_MAX ? String(count) : t('system.atLeast', { count });
}
