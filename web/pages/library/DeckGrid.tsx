import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deck } from '#shared/decks.ts';
import { PAGE_SIZE_MAX } from '#shared/limits.ts';
import { LIBRARY_FIRST_PAGE } from '#shared/page-data.ts';
import { Button } from '#web/ui/Button.tsx';
import { untilRemoved } from '#web/decks/removals.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import { Plain } from '#web/ui/Plain.tsx';
import { selection } from '#web/selection/selection.ts';
import { SelectionLayer } from '#web/selection/SelectionLayer.tsx';
import { useInView } from '#web/ui/use-in-view.ts';
import { useVirtualGrid } from './use-virtual-grid.ts';
import { DeckCard } from './DeckCard.tsx';
import { EmptyLibrary } from './EmptyLibrary.tsx';
import { GridSkeleton } from './GridSkeleton.tsx';
import { NoPictures } from './NoPictures.tsx';
import { type LibrarySearch, listFilter } from './library-search.ts';
import type { LibrarySections } from './use-library-sections.tsx';

/** A list that is read again is read to where it was scrolled, so its pages are large. */
const PAGE = PAGE_SIZE_MAX;
/** How long a list is kept while another page is shown, such as a talk: who returns is where they were. */
const KEPT_MS = 4 * 60 * 60_000;

interface DeckGridProps {
  search: LibrarySearch;
  /** Only the decks of the collection with this id. */
  collection?: string;
  /** What is shown if there are no decks. */
  empty?: ReactNode;
  sections: LibrarySections;
}

/** The decks that a search finds, page by page, below the sections of the library. */
export function DeckGrid({ search, collection, empty, sections: { isWaiting, above, title, opened } }: DeckGridProps) {
  const { t } = useTranslation();
  const { q, person } = search;
  const filter = listFilter(search, collection);
  const decks = useInfiniteQuery({
    ...trpc.decks.list.infiniteQueryOptions(filter, {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: keepPreviousData,
      gcTime: KEPT_MS,
    }),
    queryFn: async ({ pageParam, signal }) => {
      await untilRemoved();
      return api.decks.list.query(
        { ...filter, ...(pageParam ? { cursor: pageParam, limit: PAGE } : { limit: LIBRARY_FIRST_PAGE }) },
        { signal },
      );
    },
  });
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

  const all = decks.data?.pages.flatMap(({ items }) => items) ?? [];
  const without = new Set(opened.map(({ id: deckId }) => deckId));
  const shown = all.filter((deck) => !without.has(deck.id));
  useEffect(() => selection.show([...opened, ...shown]));

  if (decks.isPending || isWaiting) return <GridSkeleton />;
  if (decks.isError && decks.data === undefined) {
    return (
      <Plain
        inPage
        title={t('shell.failedTitle')}
        action={<Button onClick={() => void decks.refetch()}>{t('shell.tryAgain')}</Button>}
      >
        <p>{faultWords(decks.error, t)}</p>
      </Plain>
    );
  }

  const elsewhere = q !== undefined && (
    <Link to="/search" search={{ q, collection }} className="quiet-link search-slides">
      {t('library.searchSlides')}
    </Link>
  );
  if (all.length === 0) {
    return (
      <>
        {above}
        {elsewhere}
        {empty ?? <EmptyLibrary search={search} />}
      </>
    );
  }
  const [first] = shown;
  const heading = person !== undefined && first !== undefined ? t('library.decksOf', { name: first.owner.name }) : title;
  return (
    <>
      {above}
      {elsewhere}
      {shown.length > 0 && (
        <section className="library-section" {...(heading !== null && { 'aria-labelledby': id })}>
          {heading !== null && <h2 id={id}>{heading}</h2>}
          <DeckList
            decks={shown}
            isWhole={!decks.hasNextPage}
            isBusy={decks.isPlaceholderData}
            heading={heading === null ? 'h2' : 'h3'}
          />
        </section>
      )}
      <SelectionLayer />
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

interface DeckListProps {
  decks: readonly Deck[];
  /** Whether there are no more decks than these. */
  isWhole: boolean;
  isBusy: boolean;
  heading: 'h2' | 'h3';
}

/** Renders the decks that are in view, however many are loaded. */
function DeckList({ decks, isWhole, isBusy, heading }: DeckListProps) {
  const { t } = useTranslation();
  const { grid, indexes, style, styleOf } = useVirtualGrid(decks.length);
  return (
    <ul ref={grid} className="deck-grid deck-grid-virtual" style={style} aria-busy={isBusy} aria-label={t('library.decks')}>
      {indexes.map((index) => {
        const deck = decks[index];
        if (deck === undefined) return null;
        const place = {
          style: styleOf(index),
          'data-index': index,
          'aria-posinset': index + 1,
          'aria-setsize': isWhole ? decks.length : -1,
        };
        return <DeckCard key={deck.id} deck={deck} heading={heading} place={place} />;
      })}
    </ul>
  );
}
