import { Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitSummary } from '#shared/visits.ts';
import { whenConnected } from '#web/lib/when-connected.ts';
import { lazyPart } from '#web/lib/page/lazy-part.tsx';
import { dayWords } from './time-words.ts';

const DayColumns = lazyPart(async () => (await whenConnected(() => import('./DayColumns.tsx'))).DayColumns);

/** A column for each day. The same numbers are in a table, which everybody can open. */
export function DayChart({ days }: { days: VisitSummary['byDay'] }) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <section className="visits-days" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('visits.byDay')}</h2>
      <div className="visits-chart">
        <Suspense fallback={null}>
          <DayColumns days={days} label={t('visits.byDay')} />
        </Suspense>
      </div>
      <details>
        <summary>{t('visits.asTable')}</summary>
        <table className="visits-table" aria-labelledby={titleId}>
          <thead>
            <tr>
              <th scope="col">{t('visits.day')}</th>
              <th scope="col">{t('visits.figures.visits')}</th>
              <th scope="col">{t('visits.figures.visitors')}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ date, visits, visitors }) => (
              <tr key={date}>
                <th scope="row">{dayWords(date)}</th>
                <td>{visits}</td>
                <td>{visitors}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
