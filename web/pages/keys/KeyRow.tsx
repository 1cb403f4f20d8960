import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKey } from '#shared/keys.ts';
import { formatMoment, formatSince } from '#web/lib/format.ts';
import { RevokeKey } from './RevokeKey.tsx';

export function KeyRow({ apiKey: key }: { apiKey: ApiKey }) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const expired = key.expiresAt !== null && Date.parse(key.expiresAt) <= now;
  return (
    <li className="key-row" data-expired={expired}>
      <div className="key-what">
        <p dir="auto">{key.name}</p>
        <p className="key-hint">
          <code>{key.prefix}…</code>
          {' · '}
          {t(`keys.accesses.${key.access}`)}
          {' · '}
          <time dateTime={key.createdAt} title={formatMoment(key.createdAt)}>
            {t('keys.made', { since: formatSince(key.createdAt) })}
          </time>
        </p>
      </div>
      <div className="key-use">
        <p>{expired ? t('keys.expired') : lastUse()}</p>
        <p className="key-hint">{end()}</p>
      </div>
      <RevokeKey apiKey={key} expired={expired} />
    </li>
  );

  function lastUse(): string {
    return key.lastUsedAt === null ? t('keys.neverUsed') : t('keys.used', { since: formatSince(key.lastUsedAt) });
  }

  function end(): string {
    if (key.expiresAt === null) return t('keys.forever');
    const moment = formatMoment(key.expiresAt);
    return expired ? t('keys.expiredOn', { moment }) : t('keys.until', { moment });
  }
}
