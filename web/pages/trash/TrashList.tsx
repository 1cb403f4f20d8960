import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { faultWords } from '#web/lib/fault-words.ts';
import { trpc } from '#web/lib/trpc.ts';
import { TrashRow } from './TrashRow.tsx';

/** @param keepsDecks whether deleted decks get into the trash */
export function TrashList({ owner, keepsDecks }: { owner: 'me' | 'all'; keepsDecks: boolean }) {
  const { t } = useTranslation();
  const decks = useInfiniteQuery(
    trpc.trash.list.infiniteQueryOptions(
      { limit: 50, owner },
      { getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: keepPreviousData },
    ),
  );
  if (decks.isPending) return <p role="status">{t('shell.loading')}</p>;
  if (decks.data === undefined) return <p role="alert">{faultWords(decks.error, t)}</p>;
  const items = decks.data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return (
      <div className="trash-empty">
        <h2>{t('trashPage.emptyTitle')}</h2>
        {keepsDecks && <p>{t('trashPage.emptyLead')}</p>}
        <Link to="/" className="quiet-link">
          {t('trashPage.toLibrary')}
        </Link>
      </div>
    );
  }
  return (
    <section className="ledger-list" aria-busy={decks.isPlaceholderData}>
      <ul aria-label={t('trashPage.decks')}>
        {items.map((deck) => (
          <TrashRow key={deck.id} deck={deck} />
        ))}
      </ul>
      {decks.hasNextPage && (
        <Button variant="default" loading={decks.isFetchingNextPage} onClick={() => void decks.fetchNextPage()}>
          {t('shell.more')}
        </Button>
      )}
    </section>
  );
}
