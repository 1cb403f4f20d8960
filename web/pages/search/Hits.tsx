import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchHit } from '#shared/search.ts';
import { slideAddress, slideNumbers } from '#web/decks/slide-address.ts';
import { thumbnailAddress } from '#web/decks/picture-facts.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatMoment } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/Button.tsx';
import { MarkedText } from '#web/ui/MarkedText.tsx';
import type { SearchFilters } from './search-filters.ts';

const PAGE_SIZE = 30;
const DAY_MS = 86_400_000;

/** The hits of a search, the best first. */
export function Hits({ q, owner, collection, days, field }: SearchFilters & { q: string }) {
  const { t } = useTranslation();
  // The same instant for all pages of a search.
  const [now] = useState(() => Date.now());
  const hits = useInfiniteQuery(
    trpc.search.find.infiniteQueryOptions(
      {
        q,
        limit: PAGE_SIZE,
        ...(owner !== undefined && { ownerId: owner }),
        ...(collection !== undefined && { collection }),
        ...(days !== undefined && { updatedSince: new Date(now - days * DAY_MS).toISOString() }),
        ...(field !== undefined && { field }),
      },
      { getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: keepPreviousData },
    ),
  );
  if (hits.isPending) return <p role="status">{t('shell.loading')}</p>;
  if (hits.data === undefined) {
    return (
      <div role="alert" className="search-state">
        <p>{faultWords(hits.error, t)}</p>
        <Button onClick={() => void hits.refetch()}>{t('shell.tryAgain')}</Button>
      </div>
    );
  }
  const items = hits.data.pages.flatMap((page) => page.items);
  const suggestion = hits.isPlaceholderData ? null : (hits.data.pages[0]?.suggestion ?? null);
  if (suggestion !== null) {
    return (
      <>
        <p role="status" className="search-state">
          {t('palette.corrected', { text: q, suggestion })}
        </p>
        <Hits q={suggestion} {...{ owner, collection, days, field }} />
      </>
    );
  }
  const isFiltered = [owner, collection, days, field].some((each) => each !== undefined);
  return (
    <section aria-label={t('palette.results')} aria-busy={hits.isPlaceholderData} className="search-results">
      <p role="status" className={items.length > 0 ? 'visually-hidden' : 'search-state'}>
        {items.length > 0
          ? t(hits.hasNextPage ? 'search.countSoFar' : 'palette.count', { count: items.length })
          : t('palette.nothing', { text: q })}
      </p>
      {items.length === 0 && <p>{t(isFiltered ? 'search.nothingFiltered' : 'palette.nothingHint')}</p>}
      <ul>
        {items.map((hit) => (
          <li key={`${hit.deck.id}:${hit.slideIndex ?? ''}:${hit.inner ?? ''}:${hit.field}`}>
            <Hit hit={hit} />
          </li>
        ))}
      </ul>
      {hits.hasNextPage && (
        <Button variant="default" loading={hits.isFetchingNextPage} onClick={() => void hits.fetchNextPage()}>
          {t('shell.more')}
        </Button>
      )}
    </section>
  );
}

function Hit({ hit: { deck, slideIndex, inner, field, thumbnailUrl, snippet } }: { hit: SearchHit }) {
  const { t } = useTranslation();
  const place = slideIndex === null ? null : { slideIndex, inner };
  const picture = place === null ? (deck.hasThumbnail ? thumbnailAddress(deck) : null) : thumbnailUrl;
  const address =
    place === null ? ({ to: '/decks/$deckId', params: { deckId: deck.id }, search: {} } as const) : slideAddress(deck, place);
  return (
    <Link {...address} className="search-hit">
      <span className="search-picture" aria-hidden="true">
        {picture !== null && (
          <img key={picture} src={picture} alt="" loading="lazy" onError={({ currentTarget }) => (currentTarget.hidden = true)} />
        )}
      </span>
      <span className="search-words">
        <bdi className="search-title">{place === null ? <MarkedText pieces={snippet} /> : deck.title}</bdi>
        <span className="search-facts">
          {place === null ? (
            t('deck.slides', { count: deck.shownSlideCount ?? deck.slideCount })
          ) : (
            <SlideNumber {...{ deck, place }} />
          )}
          {field !== 'slide' && field !== 'title' && <span>{t(`palette.fields.${field}`)}</span>}
          <bdi>{deck.owner.name}</bdi>
          <time dateTime={deck.updatedAt}>{formatMoment(deck.updatedAt)}</time>
        </span>
        {place !== null && (
          <span className="search-snippet" dir="auto">
            <MarkedText pieces={snippet} />
          </span>
        )}
      </span>
    </Link>
  );
}

function SlideNumber({ deck, place }: { deck: SearchHit['deck']; place: { slideIndex: number; inner: number | null } }) {
  const { t } = useTranslation();
  const { number, inner } = slideNumbers(deck, place);
  return <span>{inner === null ? t('palette.slide', { number }) : t('palette.slideInside', { number, inner })}</span>;
}
