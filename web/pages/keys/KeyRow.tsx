import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKey } from '#shared/keys.ts';
import { formatMoment, formatSince } from '#web/lib/format.ts';
import { useFocusHandover } from '#web/ui/use-focus-handover.ts';
import { RevokeKey } from './RevokeKey.tsx';

export function KeyRow({ apiKey: key }: { apiKey: ApiKey }) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const expired = key.expiresAt !== null && Date.parse(key.expiresAt) <= now;
  return (
    <li ref={useFocusHandover()} className="ledger-row" data-over={expired}>
      <div className="ledger-what">
        <p dir="auto">{key.name}</p>
        <p className="facts ledger-hint">
          <code>{key.prefix}…</code>
          <span>{t(`keys.accesses.${key.access}`)}</span>
          <time dateTime={key.createdAt} title={formatMoment(key.createdAt)}>
            {t('keys.made', { since: formatSince(key.createdAt) })}
          </time>
        </p>
      </div>
      <div>
        <p>{expired ? t('keys.expired') : lastUse()}</p>
        <p className="ledger-hint">{end()}</p>
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
