import './audit.css';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AUDIT_KINDS, type AuditKind } from '#shared/audit.ts';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Plain } from '#web/ui/Plain.tsx';
import { kindWords } from './audit-words.ts';
import { AuditRow } from './AuditRow.tsx';

export function AuditPage() {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  useDocumentTitle(t('audit.title'));
  const [kind, setKind] = useState<AuditKind | null>(null);
  if (user.role !== 'admin') {
    return (
      <Plain title={t('audit.adminsOnlyTitle')}>
        <p>{t('audit.adminsOnlyLead')}</p>
      </Plain>
    );
  }
  return (
    <div className="audit">
      <header>
        <h1>{t('audit.title')}</h1>
        <p>{t('audit.lead')}</p>
      </header>
      <label className="audit-filter">
        <span>{t('audit.filter')}</span>
        <select
          value={kind ?? ''}
          onChange={({ currentTarget: { value } }) => setKind(AUDIT_KINDS.find((each) => each === value) ?? null)}
        >
          <option value="">{t('audit.all')}</option>
          {AUDIT_KINDS.map((each) => (
            <option key={each} value={each}>
              {kindWords(each, t)}
            </option>
          ))}
        </select>
      </label>
      <AuditList kind={kind} />
    </div>
  );
}

function AuditList({ kind }: { kind: AuditKind | null }) {
  const { t } = useTranslation();
  const events = useInfiniteQuery(
    trpc.audit.list.infiniteQueryOptions(
      { limit: 50, ...(kind !== null && { kind }) },
      // What has happened meanwhile is what somebody opens this page for.
      { getNextPageParam: ({ nextCursor }) => nextCursor, staleTime: 0 },
    ),
  );
  const items = events.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="audit-list" aria-busy={events.isPending}>
      {events.isError && <p role="alert">{faultWords(events.error, t)}</p>}
      {events.isSuccess && items.length === 0 && <p className="audit-hint">{t('audit.none')}</p>}
      {items.length > 0 && (
        <ul aria-label={t('audit.list')}>
          {items.map((event) => (
            <AuditRow key={event.id} event={event} />
          ))}
        </ul>
      )}
      {events.hasNextPage && (
        <Button variant="default" loading={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()}>
          {t('shell.more')}
        </Button>
      )}
    </section>
  );
}
