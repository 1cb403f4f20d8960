import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { faultWords } from '#web/lib/fault-words.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import { SessionRow } from './SessionRow.tsx';

export function SessionList() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const sessions = useQuery(trpc.sessions.list.queryOptions());
  const endOther = useSubmit(
    trpc.sessions.endOther.mutationOptions({
      onSuccess: () => toastStore.show({ text: t('profile.endedOther') }),
      onError: (thrown) => toastStore.fault(faultWords(thrown, t)),
      onSettled: () => queries.invalidateQueries(trpc.sessions.pathFilter()),
    }),
  );
  const items = sessions.data?.items ?? [];
  return (
    <div aria-busy={sessions.isPending}>
      {sessions.isError && <p role="alert">{faultWords(sessions.error, t)}</p>}
      <ul aria-label={t('profile.sessionsTitle')}>
        {items.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {items.length > 1 && (
        <Button className="session-others" variant="default" loading={endOther.isPending} onClick={() => endOther.mutate()}>
          {t('profile.endOther')}
        </Button>
      )}
    </div>
  );
}
