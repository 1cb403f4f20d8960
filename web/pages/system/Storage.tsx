import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { StorageShare, StorageUse } from '#shared/system.ts';
import { formatBytes, formatSince } from '#web/lib/format.ts';

/** What decks take, and whose they are. */
export function Storage({ decks, bytes, people, measuredAt }: StorageUse) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('system.storage')}</h2>
      <p>{t('system.used', { count: decks, size: formatBytes(bytes) })}</p>
      <p className="ledger-hint">{t('system.counted', { since: formatSince(measuredAt) })}</p>
      {people.length > 0 && (
        <table className="system-table">
          <caption>{t('system.people')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('system.person')}</th>
              <th scope="col">{t('system.decks')}</th>
              <th scope="col">{t('system.size')}</th>
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <Share key={person.id} person={person} part={bytes === 0 ? 0 : person.bytes / bytes} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** @param part of all bytes, from 0 to 1 */
function Share({ person: { name, email, decks, bytes }, part }: { person: StorageShare; part: number }) {
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
        <span className="ledger-hint">{email}</span>
        {/* The numbers say the same. */}
        <span className="system-bar" aria-hidden style={{ inlineSize: `${part * 100}%` }} />
      </th>
      <td>{decks}</td>
      <td>{formatBytes(bytes)}</td>
    </tr>
  );
}
