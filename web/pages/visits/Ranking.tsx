import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Bar } from './Bar.tsx';

interface RankingProps {
  title: string;
  /** What the labels are. */
  head: string;
  /** Those with most visits first. Labels are text that strangers may have written. */
  rows: readonly { readonly key: string; readonly label: string; readonly visits: number }[];
  /** What is said instead of an empty table. */
  none: string;
}

/** From where visits came, or through which link. */
export function Ranking({ title, head, rows, none }: RankingProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const most = Math.max(1, ...rows.map(({ visits }) => visits));
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {rows.length === 0 ? (
        <p>{none}</p>
      ) : (
        <table className="visits-table" aria-labelledby={titleId}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col">{t('visits.figures.visits')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, visits }) => (
              <tr key={key}>
                <th scope="row">
                  <bdi>{label}</bdi>
                </th>
                <td>
                  <Bar share={visits / most}>{String(visits)}</Bar>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
