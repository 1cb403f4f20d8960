import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { faultWords } from '#web/lib/fault-words.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Plain } from '#web/ui/Plain.tsx';
import { useInView } from '#web/ui/use-in-view.ts';
import { DeckCard } from './DeckCard.tsx';
import { EmptyLibrary } from './EmptyLibrary.tsx';
import { GridSkeleton } from './GridSkeleton.tsx';
import { NoPictures } from './NoPictures.tsx';
import type { LibrarySearch } from './library-search.ts';
import type { LibrarySections } from './use-library-sections.tsx';

const PAGE = 24;

interface DeckGridProps {
  search: LibrarySearch;
  /** Only the decks of the collection with this id. */
  collection?: string;
  /** What is shown if there are no decks. */
  empty?: ReactNode;
  sections: LibrarySections;
}

/** The decks that a search finds, page by page, below the sections of the library. */
export function DeckGrid({ search, collection, empty, sections: { isWaiting, above, title, without } }: DeckGridProps) {
  const { t } = useTranslation();
  const { q, owner, sort = 'created', starred } = search;
  const decks = useInfiniteQuery(
    trpc.decks.list.infiniteQueryOptions(
      {
        limit: PAGE,
        sort,
        ...(q !== undefined && { query: q }),
        ...(owner !== undefined && { owner }),
        ...(starred && { starred }),
        ...(collection !== undefined && { collection }),
      },
      { getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: keepPreviousData },
    ),
  );
  const pages = decks.data?.pages.length ?? 0;
  const [endInView, setEndInView] = useState(0);
  const end = useInView((inView) => setEndInView(inView ? pages : 0), '600px');
  // A list that is read again, because it has changed, cancels a request for its next page: that is repeated afterwards.
  const wantsNextPage = endInView === pages && decks.hasNextPage && !decks.isFetching && !decks.isFetchNextPageError;
  const id = useId();
  const { fetchNextPage } = decks;
  useEffect(() => {
    if (wantsNextPage) void fetchNextPage();
  }, [wantsNextPage, fetchNextPage]);

  if (decks.isPending || isWaiting) return <GridSkeleton />;
  if (decks.isError && decks.data === undefined) {
    return (
      <Plain title={t('shell.failedTitle')} action={<Button onClick={() => void decks.refetch()}>{t('shell.tryAgain')}</Button>}>
        <p>{faultWords(decks.error, t)}</p>
      </Plain>
    );
  }

  const all = decks.data.pages.flatMap(({ items }) => items);
  if (all.length === 0) {
    return (
      <>
        {above}
        {empty ?? <EmptyLibrary search={search} />}
      </>
    );
  }
  const shown = all.filter((deck) => !without.includes(deck.id));
  return (
    <>
      {above}
      {shown.length > 0 && (
        <section className="library-section" {...(title !== null && { 'aria-labelledby': id })}>
          {title !== null && <h2 id={id}>{title}</h2>}
          <ul className="deck-grid" aria-busy={decks.isPlaceholderData} aria-label={t('library.decks')}>
            {shown.map((deck) => (
              <DeckCard key={deck.id} deck={deck} heading={title === null ? 'h2' : 'h3'} />
            ))}
          </ul>
        </section>
      )}
      {!decks.hasNextPage && all.some(({ hasThumbnail }) => !hasThumbnail) && <NoPictures />}
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
