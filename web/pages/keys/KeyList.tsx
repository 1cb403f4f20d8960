import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { faultWords } from '#web/lib/fault-words.ts';
import { trpc } from '#web/lib/trpc.ts';
import { KeyRow } from './KeyRow.tsx';

export function KeyList() {
  const { t } = useTranslation();
  const keys = useInfiniteQuery(
    trpc.keys.list.infiniteQueryOptions({ limit: 50 }, { getNextPageParam: ({ nextCursor }) => nextCursor }),
  );
  const items = keys.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="ledger-list" aria-busy={keys.isPending}>
      <h2>{t('keys.listTitle')}</h2>
      {keys.isError && <p role="alert">{faultWords(keys.error, t)}</p>}
      {keys.isSuccess && items.length === 0 && (
        <div className="key-none">
          <p>{t('keys.noneTitle')}</p>
          <p>{t('keys.noneLead')}</p>
        </div>
      )}
      {items.length > 0 && (
        <ul>
          {items.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      {keys.hasNextPage && (
        <Button variant="default" loading={keys.isFetchingNextPage} onClick={() => void keys.fetchNextPage()}>
          {t('shell.more')}
        </Button>
      )}
    </section>
  );
}
