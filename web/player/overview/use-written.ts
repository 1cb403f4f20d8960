import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { trpc } from '#web/lib/trpc.ts';
import { recordsOf } from '#web/player/notes/records-of-version.ts';

/** The notes and drawings on a deck's slides that the overview shows. */
export function useWritten(deck: DeckDetail) {
  const target = recordsOf(deck);
  const notes = useQuery(trpc.notes.list.queryOptions(target));
  const drawn = useQuery(trpc.annotations.drawn.queryOptions(target));

  return useMemo(() => {
    const places = Map.groupBy(drawn.data?.items ?? [], ({ slideIndex }) => slideIndex);
    return {
      notes: new Map((notes.data?.items ?? []).map(({ slideIndex, body }) => [slideIndex, body])),
      isDrawnOn: (slideIndex: number, inner: number | null) => {
        const onSlide = places.get(slideIndex) ?? [];
        return inner === null ? onSlide.length > 0 : onSlide.some(({ place }) => place === inner);
      },
    };
  }, [notes.data, drawn.data]);
}
