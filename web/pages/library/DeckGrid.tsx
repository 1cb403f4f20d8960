import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
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
  const end = useInView((inView) => {
    if (inView && decks.hasNextPage && !decks.isFetchingNextPage) void decks.fetchNextPage();
  }, '600px');

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
      <div key={decks.data.pages.length} ref={end} className="deck-grid-end">
        {decks.hasNextPage && (
          <Button variant="default" loading={decks.isFetchingNextPage} onClick={() => void decks.fetchNextPage()}>
            {t('shell.more')}
          </Button>
        )}
      </div>
    </>
  );
}
