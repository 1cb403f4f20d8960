import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { trpc } from '#web/lib/trpc.ts';
import type { InnerPlace } from '#web/stage/position/inner-slides.ts';
import { noteKey, recordsOf } from '#web/lib/deck-records.ts';

/** The notes and drawings on a deck's slides that the overview shows. */
export function useWritten(deck: DeckDetail) {
  const target = recordsOf(deck);
  const notes = useQuery(trpc.notes.list.queryOptions(target));
  const drawn = useQuery(trpc.annotations.drawn.queryOptions(target));

  return useMemo(() => {
    const places = Map.groupBy(drawn.data?.items ?? [], ({ slideIndex }) => slideIndex);
    const bodies = new Map((notes.data?.items ?? []).map((note) => [noteKey(note), note.body]));
    return {
      noteOf: (slideIndex: number, inner: string | null) => bodies.get(noteKey({ slideIndex, inner })) ?? '',
      isDrawnOn: (slideIndex: number, inner: InnerPlace | null) => {
        const onSlide = places.get(slideIndex) ?? [];
        return inner === null ? onSlide.length > 0 : onSlide.some(({ place }) => place === inner.index || place === inner.name);
      },
    };
  }, [notes.data, drawn.data]);
}
