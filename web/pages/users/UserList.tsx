import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { faultWords } from '#web/lib/fault-words.ts';
import { trpc } from '#web/lib/trpc.ts';
import { UserRow } from './UserRow.tsx';

export function UserList({ ownId }: { ownId: string }) {
  const { t } = useTranslation();
  const users = useInfiniteQuery(
    trpc.users.list.infiniteQueryOptions({ limit: 50 }, { getNextPageParam: ({ nextCursor }) => nextCursor }),
  );
  const items = users.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="ledger-list" aria-busy={users.isPending}>
      {users.isError && <p role="alert">{faultWords(users.error, t)}</p>}
      {items.length > 0 && (
        <ul aria-label={t('users.list')}>
          {items.map((user) => (
            <UserRow key={user.id} user={user} own={user.id === ownId} />
          ))}
        </ul>
      )}
      {users.hasNextPage && (
        <Button variant="default" loading={users.isFetchingNextPage} onClick={() => void users.fetchNextPage()}>
          {t('shell.more')}
        </Button>
      )}
    </section>
  );
}
