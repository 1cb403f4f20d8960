import './visits.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatPercent } from '#web/lib/format.ts';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Plain } from '#web/ui/Plain.tsx';
import { DayChart } from './DayChart.tsx';
import { Ranking } from './Ranking.tsx';
import { SlideTable } from './SlideTable.tsx';
import { timeWords } from './time-words.ts';
import { VisitList } from './VisitList.tsx';

const DAY_MS = 86_400_000;
/** The ranges that can be chosen, in days up to today. */
const VISIT_DAYS = [7, 30, 90, 365];
const FROM = '/members/layout/decks/$deckId/visits';
/** How often the page asks who is looking, and how often it reads the sums again. */
const NOW_EVERY_MS = 10_000;
const SUMS_EVERY_MS = 60_000;

/** The visits of a deck through its links: when, how long, slide by slide. For those who may edit it. */
export function VisitsPage() {
  const { t } = useTranslation();
  const { deckId: id } = useParams({ from: FROM });
  const [linkId, setLinkId] = useState<string>();
  const [days, setDays] = useState(30);
  // Days are those of UTC, as the server counts them.
  const [today] = useState(() => Date.now());
  const from = new Date(today - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  const deck = useQuery(trpc.decks.get.queryOptions({ id }));
  const links = useQuery(trpc.links.list.queryOptions({ id, limit: 100 }));
  const summary = useQuery(trpc.visitSummary.get.queryOptions({ id, from, linkId }, { refetchInterval: SUMS_EVERY_MS }));
  const now = useQuery(trpc.visits.now.queryOptions({ id, linkId }, { refetchInterval: NOW_EVERY_MS }));
  const title = deck.data?.title;
  useDocumentTitle(title === undefined ? undefined : t('visits.titleOf', { title }));

  const fault = deck.error ?? links.error ?? (summary.data === undefined ? summary.error : null);
  if (fault !== null) return <Plain title={t('visits.failed')}>{faultWords(fault, t)}</Plain>;
  if (deck.data === undefined || links.data === undefined) return <p role="status">{t('shell.loading')}</p>;
  const nameOf = (of: string) => links.data.items.find((each) => each.id === of)?.name ?? t('visits.unnamed');
  const sums = summary.data;
  return (
    <div className="visits-page">
      <header>
        <Link to="/decks/$deckId" params={{ deckId: id }} className="quiet-link">
          <bdi>{title}</bdi>
        </Link>
        <h1>{t('visits.title')}</h1>
        <p>{t('visits.lead')}</p>
      </header>
      <div className="visits-filters">
        <label>
          <span>{t('visits.link')}</span>
          <select value={linkId ?? ''} onChange={({ currentTarget: { value } }) => setLinkId(value === '' ? undefined : value)}>
            <option value="">{t('visits.allLinks')}</option>
            {links.data.items.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name ?? t('visits.unnamed')}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{t('visits.range')}</span>
          <select value={days} onChange={({ currentTarget: { value } }) => setDays(Number(value))}>
            {VISIT_DAYS.map((count) => (
              <option key={count} value={count}>
                {t('visits.days', { count })}
              </option>
            ))}
          </select>
        </label>
        <p role="status" className="visits-now" data-some={(now.data?.visits ?? 0) > 0}>
          {now.data !== undefined && t('visits.now', { count: now.data.visits })}
        </p>
      </div>
      {sums === undefined ? (
        <p role="status">{t('shell.loading')}</p>
      ) : sums.visits === 0 ? (
        <p>{t('visits.none')}</p>
      ) : (
        <>
          <dl className="visits-figures">
            {(
              [
                ['visits', String(sums.visits)],
                ['visitors', String(sums.visitors)],
                ['median', timeWords(sums.medianDurationMs)],
                ['completion', formatPercent(sums.completion)],
              ] as const
            ).map(([name, value]) => (
              <div key={name}>
                <dt>{t(`visits.figures.${name}`)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <DayChart days={sums.byDay} />
          <SlideTable deck={deck.data} slides={sums.bySlide} visits={sums.visits} />
          <div className="visits-columns">
            <Ranking
              title={t('visits.byReferrer')}
              head={t('visits.site')}
              rows={sums.byReferrer.map(({ host, visits }) => ({ key: host, label: host, visits }))}
              none={t('visits.noReferrers')}
            />
            <Ranking
              title={t('visits.byLink')}
              head={t('visits.link')}
              rows={sums.byLink.map((each) => ({
                key: each.linkId,
                label: each.name ?? t('visits.unnamed'),
                visits: each.visits,
              }))}
              none={t('visits.none')}
            />
          </div>
          <VisitList
            key={linkId ?? ''}
            deckId={id}
            linkIds={linkId === undefined ? sums.byLink.map((each) => each.linkId) : [linkId]}
            nameOf={nameOf}
          />
        </>
      )}
    </div>
  );
}
