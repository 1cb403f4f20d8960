import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitSummary } from '#shared/visits.ts';
import { formatDate } from '#web/lib/format.ts';

const HEIGHT = 100;
/** The space between two columns, as a part of a day. */
const GAP = 0.2;

/** A column for each day. The same numbers are in a table, which everybody can open. */
export function DayChart({ days }: { days: VisitSummary['byDay'] }) {
  const { t } = useTranslation();
  const titleId = useId();
  const most = Math.max(1, ...days.map(({ visits }) => visits));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <section className="visits-days" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('visits.byDay')}</h2>
      <div className="visits-axis" aria-hidden="true">
        <span>{most}</span>
        <svg viewBox={`0 0 ${days.length} ${HEIGHT}`} preserveAspectRatio="none">
          {days.map(({ date, visits }, day) => {
            const height = (visits / most) * HEIGHT;
            return (
              <rect key={date} x={day + GAP / 2} width={1 - GAP} y={HEIGHT - height} height={height}>
                <title>{`${dayWords(date)}: ${visits}`}</title>
              </rect>
            );
          })}
        </svg>
        <p>
          <span>{first && dayWords(first.date)}</span>
          <span>{last && dayWords(last.date)}</span>
        </p>
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

/** Noon of a day of UTC, at which most time zones have the same day. */
function dayWords(date: string): string {
  return formatDate(`${date}T12:00:00Z`);
}
