import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AuditEvent } from '#shared/audit.ts';
import { formatMoment, formatTime } from '#web/lib/format.ts';
import { detailWords, eventWords } from './audit-words.ts';

/** One event. Opening the row shows its details; events that the server caused have none. */
export function AuditRow({ event }: { event: AuditEvent }) {
  const { t } = useTranslation();
  const { kind, requestId } = event;
  const deckId = textOf(event, 'deckId');
  const userAgent = textOf(event, 'userAgent');
  if (requestId === null) {
    return (
      <li className="audit-row">
        <div className="audit-event">
          <EventSummary event={event} />
        </div>
      </li>
    );
  }
  return (
    <li className="audit-row">
      <details>
        <summary className="audit-event">
          <EventSummary event={event} />
          <IconChevronDown className="audit-chevron" size={16} aria-hidden />
        </summary>
        <dl>
          {userAgent !== null && (
            <>
              <dt>{t('audit.browser')}</dt>
              <dd>{userAgent}</dd>
            </>
          )}
          <dt>{t('audit.request')}</dt>
          <dd>
            <code>{requestId}</code>
          </dd>
          {kind === 'deck.changed' && deckId !== null && (
            <>
              <dt>{t('audit.deck')}</dt>
              <dd>
                <Link to="/decks/$deckId" params={{ deckId }}>
                  {t('audit.openDeck')}
                </Link>
              </dd>
            </>
          )}
        </dl>
      </details>
    </li>
  );
}

function EventSummary({ event }: { event: AuditEvent }) {
  const { t } = useTranslation();
  const { actor, address, at, kind } = event;
  return (
    <>
      <time className="audit-when" dateTime={at} title={formatMoment(at)}>
        {formatTime(at)}
      </time>
      <span className="audit-what">
        <strong className={kind === 'session.refused' || kind === 'session.limited' ? 'ledger-mark' : undefined}>
          {eventWords(event, t)}
        </strong>
        <span className="ledger-hint">
          {detailWords(event, t).map((words) => (
            <bdi key={words}>{words}</bdi>
          ))}
        </span>
      </span>
      <span className="audit-who">
        <bdi>{actor === null ? t('audit.nobody') : actor.name}</bdi>
        <span className="ledger-hint">{address ?? t('audit.server')}</span>
      </span>
    </>
  );
}

function textOf({ details }: AuditEvent, name: string): string | null {
  const value = details[name];
  return typeof value === 'string' ? value : null;
}
