import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZE_MAX } from '#shared/limits.ts';
import type { Visit } from '#shared/visits.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatMoment, formatPercent } from '#web/lib/format.ts';
import { api } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/Button.tsx';
import { downloadText } from '#web/ui/download-text.ts';
import { timeWords } from './time-words.ts';
import { visitsCsv } from './visits-csv.ts';

/** A file of more lines is of use to nobody who opens it in a spreadsheet, and takes minutes to read. */
const CSV_MAX = 10_000;
const PAGE_SIZE = 25;

interface VisitListProps {
  deckId: string;
  /** The links whose visits are listed, one after the other. */
  linkIds: readonly string[];
  nameOf: (linkId: string) => string;
}

/** The visits themselves, newest first for each link, and a file with them. */
export function VisitList({ deckId, linkIds, nameOf }: VisitListProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const [chosen, setChosen] = useState(linkIds[0] ?? '');
  const linkId = linkIds.includes(chosen) ? chosen : (linkIds[0] ?? '');
  const list = useInfiniteQuery({
    queryKey: ['visits', deckId, linkId],
    queryFn: ({ pageParam }) => api.visits.list.query({ id: deckId, linkId, limit: PAGE_SIZE, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: linkId !== '',
  });
  const download = useSubmit({
    mutationFn: async () => downloadText('visits.csv', 'text/csv', visitsCsv(await allVisits(deckId, linkIds), nameOf)),
  });
  const fault = download.error ?? list.error;
  const visits = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-labelledby={titleId}>
      <div className="visits-head">
        <h2 id={titleId}>{t('visits.each')}</h2>
        <Button
          variant="default"
          icon={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('visits.csv')}
        </Button>
      </div>
      {linkIds.length > 1 && (
        <label className="visits-of">
          <span>{t('visits.through')}</span>
          <select value={linkId} onChange={({ currentTarget: { value } }) => setChosen(value)}>
            {linkIds.map((each) => (
              <option key={each} value={each}>
                {nameOf(each)}
              </option>
            ))}
          </select>
        </label>
      )}
      <ul className="visits-list" aria-labelledby={titleId} aria-busy={list.isPending}>
        {visits.map((visit) => (
          <VisitRow key={visit.id} visit={visit} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('shell.more')}
        </Button>
      )}
      <p role="alert" className="visits-fault">
        {fault !== null && faultWords(fault, t)}
      </p>
    </section>
  );
}

function VisitRow({ visit }: { visit: Visit }) {
  const { t } = useTranslation();
  const { startedAt, durationMs, completion, name, email, referrerHost, device, slides } = visit;
  const who = [name, email].filter((each) => each !== null).join(', ');
  return (
    <li>
      <strong>{who === '' ? t('visits.someone') : <bdi>{who}</bdi>}</strong>
      <p className="facts">
        <span>{formatMoment(startedAt)}</span>
        <span>{t(`visits.devices.${device}`)}</span>
        {referrerHost !== null && <bdi>{t('visits.cameFrom', { host: referrerHost })}</bdi>}
        <span>{t('visits.looked', { time: timeWords(durationMs), share: formatPercent(completion) })}</span>
      </p>
      {slides.length > 0 && (
        <ol className="visits-path" aria-label={t('visits.path')}>
          {slides.map(({ index, milliseconds }) => (
            <li key={index}>{t('visits.pathItem', { number: index + 1, time: timeWords(milliseconds) })}</li>
          ))}
        </ol>
      )}
    </li>
  );
}

/** All visits of the links, at most `CSV_MAX`. */
async function allVisits(deckId: string, linkIds: readonly string[]): Promise<Visit[]> {
  const all: Visit[] = [];
  for (const linkId of linkIds) {
    let cursor: string | undefined;
    do {
      const page = await api.visits.list.query({ id: deckId, linkId, limit: PAGE_SIZE_MAX, cursor });
      all.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined && all.length < CSV_MAX);
  }
  return all.slice(0, CSV_MAX);
}
