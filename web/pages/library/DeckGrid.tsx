import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { faultWords } from '#web/lib/fault-words.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Plain } from '#web/ui/Plain.tsx';
import { useInView } from '#web/ui/use-in-view.ts';
import { DeckCard } from './DeckCard.tsx';
import { EmptyLibrary } from './EmptyLibrary.tsx';
import { GridSkeleton } from './GridSkeleton.tsx';
import type { LibrarySearch } from './library-search.ts';

const PAGE = 24;

export function DeckGrid({ search }: { search: LibrarySearch }) {
  const { t } = useTranslation();
  const { q, owner, sort = 'created' } = search;
  const decks = useInfiniteQuery(
    trpc.decks.list.infiniteQueryOptions(
      { limit: PAGE, sort, ...(q !== undefined && { query: q }), ...(owner !== undefined && { owner }) },
      { getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: keepPreviousData },
    ),
  );
  const pages = decks.data?.pages.length ?? 0;
  const [endInView, setEndInView] = useState(0);
  const end = useInView((inView) => setEndInView(inView ? pages : 0), '600px');
  // A list that is read again, because it has changed, cancels a request for its next page: that is repeated afterwards.
  const wantsNextPage = endInView === pages && decks.hasNextPage && !decks.isFetching && !decks.isFetchNextPageError;
  const { fetchNextPage } = decks;
  useEffect(() => {
    if (wantsNextPage) void fetchNextPage();
  }, [wantsNextPage, fetchNextPage]);

  if (decks.isPending) return <GridSkeleton />;
  if (decks.isError && decks.data === undefined) {
    return (
      <Plain title={t('shell.failedTitle')} action={<Button onClick={() => void decks.refetch()}>{t('shell.tryAgain')}</Button>}>
        <p>{faultWords(decks.error, t)}</p>
      </Plain>
    );
  }

  const shown = decks.data.pages.flatMap(({ items }) => items);
  if (shown.length === 0) return <EmptyLibrary search={search} />;
  return (
    <>
      <ul className="deck-grid" aria-label={t('library.decks')} aria-busy={decks.isPlaceholderData}>
        {shown.map((deck) => (
          <DeckCard key={deck.id} deck={deck} />
        ))}
      </ul>
      {/* A new element for every page: `IntersectionObserver` reports only changes, and a short page may leave the old one in view. */}
      <div key={pages} ref={end} className="deck-grid-end">
        {decks.hasNextPage && (
          <Button variant="default" loading={decks.isFetchingNextPage} onClick={() => void decks.fetchNextPage()}>
            {t('shell.more')}
          </Button>
        )}
      </div>
    </>
  );
}
