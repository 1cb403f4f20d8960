import '#web/ui/ledger.css';
import './system.css';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { SystemFacts } from '#shared/system.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatAgo } from '#web/lib/format.ts';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Plain } from '#web/ui/Plain.tsx';
import { Backups } from './Backups.tsx';
import { Jobs } from './Jobs.tsx';
import { Limits } from './Limits.tsx';
import { Parts } from './Parts.tsx';
import { Storage } from './Storage.tsx';

/** How often the page asks again while it is visible. */
const REFRESH_MILLISECONDS = 15_000;

export function SystemPage() {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  useDocumentTitle(t('system.title'));
  if (user.role !== 'admin') {
    return (
      <Plain title={t('system.adminsOnlyTitle')}>
        <p>{t('system.adminsOnlyLead')}</p>
      </Plain>
    );
  }
  return <System />;
}

function System() {
  const { t } = useTranslation();
  const { data, error, isPending } = useQuery({ ...trpc.system.get.queryOptions(), refetchInterval: REFRESH_MILLISECONDS });
  return (
    <div className="ledger system" aria-busy={isPending}>
      <header>
        <h1>{t('system.title')}</h1>
        {data && <Version {...data} />}
      </header>
      {error && <p role="alert">{faultWords(error, t)}</p>}
      {data && (
        <>
          <Parts {...data} />
          <Storage {...data.storage} />
          <Jobs {...data.jobs} />
          <Backups {...data.backups} />
          <Limits limits={data.limits} />
        </>
      )}
    </div>
  );
}

function Version({ health: { version, uptimeSeconds }, node }: Pick<SystemFacts, 'health' | 'node'>) {
  const { t } = useTranslation();
  return <p>{t('system.lead', { version, node, since: formatAgo(uptimeSeconds) })}</p>;
}
