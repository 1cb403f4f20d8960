import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import type { AuditEvent } from '#shared/audit.ts';
import type { AuditKind } from '#shared/audit-kinds.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatDay } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';
import { AuditRow } from './AuditRow.tsx';

export function AuditList({ kind }: { kind: AuditKind | undefined }) {
  const { t } = useTranslation();
  const events = useInfiniteQuery(
    trpc.audit.list.infiniteQueryOptions(
      { limit: 50, ...(kind !== undefined && { kind }) },
      {
        getNextPageParam: ({ nextCursor }) => nextCursor,
        // Cached events would hide the newest ones, which are the reason to open this page.
        staleTime: 0,
        // Shows the previous events until those of the new filter are loaded, so that the page keeps its height.
        placeholderData: keepPreviousData,
      },
    ),
  );
  const items = events.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="ledger-list audit-list" aria-busy={events.isPending || events.isPlaceholderData}>
      {events.isError && <p role="alert">{faultWords(events.error, t)}</p>}
      {events.isSuccess && items.length === 0 && <p className="ledger-hint">{t('audit.none')}</p>}
      {byDay(items).map(([day, ofDay]) => (
        <section key={day}>
          <h2>{day}</h2>
          <ul aria-label={day}>
            {ofDay.map((event) => (
              <AuditRow key={event.id} event={event} />
            ))}
          </ul>
        </section>
      ))}
      {events.hasNextPage && (
        <Button variant="default" loading={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()}>
          {t('shell.more')}
        </Button>
      )}
    </section>
  );
}

/** Groups the events by day, in their order. */
function byDay(events: readonly AuditEvent[]): [day: string, events: AuditEvent[]][] {
  const days = new Map<string, AuditEvent[]>();
  for (const event of events) {
    const day = formatDay(event.at);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days];
}
