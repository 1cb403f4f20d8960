import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { faultWords } from '#web/lib/fault-words.ts';
import { trpc } from '#web/lib/trpc.ts';
import { InviteRow } from './InviteRow.tsx';

export function InviteList() {
  const { t } = useTranslation();
  const invites = useInfiniteQuery(
    trpc.invites.list.infiniteQueryOptions({ limit: 50 }, { getNextPageParam: ({ nextCursor }) => nextCursor }),
  );
  const items = invites.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="ledger-list" aria-busy={invites.isPending}>
      <h2>{t('invites.listTitle')}</h2>
      {invites.isError && <p role="alert">{faultWords(invites.error, t)}</p>}
      {invites.isSuccess && items.length === 0 && <p className="ledger-hint">{t('invites.none')}</p>}
      <ul>
        {items.map((invite) => (
          <InviteRow key={invite.id} invite={invite} />
        ))}
      </ul>
      {invites.hasNextPage && (
        <Button variant="default" loading={invites.isFetchingNextPage} onClick={() => void invites.fetchNextPage()}>
          {t('shell.more')}
        </Button>
      )}
    </section>
  );
}
