import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AuditEvent } from '#shared/audit.ts';
import { formatMoment } from '#web/lib/format.ts';
import { detailWords, kindWords } from './audit-words.ts';

export function AuditRow({ event }: { event: AuditEvent }) {
  const { t } = useTranslation();
  const { actor, address, at, details, kind, requestId } = event;
  const deckId = details['deckId'];
  const userAgent = details['userAgent'];
  return (
    <li className="audit-row">
      <div className="audit-what">
        <p>
          <strong>{kindWords(kind, t)}</strong>
        </p>
        <p className="audit-about">
          {detailWords(event, t).map((words) => (
            <bdi key={words}>{words}</bdi>
          ))}
          {kind === 'deck.changed' && typeof deckId === 'string' && (
            <Link to="/decks/$deckId" params={{ deckId }}>
              {t('audit.openDeck')}
            </Link>
          )}
        </p>
      </div>
      <div className="audit-who">
        <p>{actor === null ? t('audit.nobody') : <bdi>{actor.name}</bdi>}</p>
        <p className="audit-hint">{address ?? t('audit.server')}</p>
      </div>
      <p className="audit-when">
        <time dateTime={at}>{formatMoment(at)}</time>
      </p>
      {requestId !== null && (
        <details className="audit-more">
          <summary>{t('audit.more')}</summary>
          <dl>
            <dt>{t('audit.request')}</dt>
            <dd>{requestId}</dd>
            {typeof userAgent === 'string' && (
              <>
                <dt>{t('audit.browser')}</dt>
                <dd>{userAgent}</dd>
              </>
            )}
          </dl>
        </details>
      )}
    </li>
  );
}
