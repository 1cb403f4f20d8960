import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '#web/lib/trpc.ts';
import type { Found } from './palette-items.ts';

/** Delay after the last keystroke before a search is sent. */
const PAUSE_MS = 90;
/** Several hits may be on one slide. */
const HITS_MAX = 50;
const PEOPLE_MAX = 4;

const NOTHING: Found = { hits: [], people: [], suggestion: null };

interface Finding {
  /** What was found last; of an earlier text until `isFresh`. */
  readonly found: Found;
  /** Whether `found` is for this text, or there is no more to wait for. */
  readonly isFresh: boolean;
  /** Null: none. */
  readonly error: unknown;
  readonly retry: () => void;
}

/** Searches for what is typed. A request is cancelled as soon as another text is typed. */
export function useFound(text: string): Finding {
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const query = useQuery({
    queryKey: ['palette', asked],
    queryFn: ({ signal }) => find(asked, signal),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    retry: false,
    // Without a connection it fails, and says so.
    networkMode: 'always',
  });
  if (text === '') return { found: NOTHING, isFresh: true, error: null, retry: () => undefined };
  const isAsked = asked === text;
  return {
    found: query.data ?? NOTHING,
    isFresh: isAsked && !query.isPending && !query.isPlaceholderData,
    error: isAsked ? query.error : null,
    retry: () => void query.refetch(),
  };
}

async function find(text: string, signal: AbortSignal): Promise<Found> {
  const [hits, people] = await Promise.all([
    api.search.find.query({ q: text, limit: HITS_MAX }, { signal }),
    api.members.list.query({ query: text, limit: PEOPLE_MAX }, { signal }),
  ]);
  const { suggestion } = hits;
  if (suggestion === null) return { hits: hits.items, people: people.items, suggestion };
  const { items } = await api.search.find.query({ q: suggestion, limit: HITS_MAX }, { signal });
  return { hits: items, people: people.items, suggestion };
}
