import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import type { SearchHit } from '#shared/search.ts';
import { PAGE_SIZE_MAX, SEARCH_QUERY_MAX } from '#shared/limits.ts';
import { api } from '#web/lib/trpc.ts';
import { type DeckHit, inSlideOrder } from './deck-hits.ts';

/** Delay after the last keystroke before a search is sent. */
const PAUSE_MS = 120;

interface DeckFinding {
  /** In the order of the slides; of an earlier text until `isFresh`. */
  readonly hits: readonly DeckHit[];
  readonly isFresh: boolean;
  /** Null: none. */
  readonly error: unknown;
}

const NONE: readonly DeckHit[] = [];

/** The slides of a deck that contain a text, on them or in their notes. Earlier versions are not searched. */
export function useDeckHits({ id, currentVersionId, currentVersion, manifest }: DeckDetail, text: string): DeckFinding {
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const isSearched = currentVersion.current && text !== '' && text.length <= SEARCH_QUERY_MAX;
  const query = useQuery({
    queryKey: ['find', id, currentVersionId, asked],
    queryFn: async ({ signal }) => inSlideOrder(manifest.slides, await findAll(id, asked, signal)),
    enabled: isSearched && asked !== '',
    placeholderData: keepPreviousData,
    retry: false,
    // Without a connection it fails, and says so.
    networkMode: 'always',
  });
  if (!isSearched) return { hits: NONE, isFresh: true, error: null };
  const isAsked = asked === text;
  return {
    hits: query.data ?? NONE,
    isFresh: isAsked && !query.isPending && !query.isPlaceholderData,
    error: isAsked ? query.error : null,
  };
}

/** All pages: a search finds at most a few hundred places. */
async function findAll(deckId: string, q: string, signal: AbortSignal): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await api.search.find.query({ deckId, q, limit: PAGE_SIZE_MAX, ...(cursor && { cursor }) }, { signal });
    hits.push(...page.items);
    cursor = page.nextCursor;
  }
  return hits;
}
