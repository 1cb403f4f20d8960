import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { isRecord } from '#web/lib/fault.ts';
import { trpc } from '#web/lib/trpc.ts';
import { recordsOf } from '#web/player/notes/records-of-version.ts';

/** What people have written and drawn on the slides of a deck, as far as the overview tells of it. */
export function useWritten(deck: DeckDetail) {
  const target = recordsOf(deck);
  const notes = useQuery(trpc.notes.list.queryOptions(target));
  const annotations = useQuery(trpc.annotations.list.queryOptions(target));

  return useMemo(() => {
    const drawings = new Map(
      (annotations.data?.items ?? []).map(({ slideIndex, payload }) => [slideIndex, placesDrawnOn(payload)]),
    );
    return {
      notes: new Map((notes.data?.items ?? []).map(({ slideIndex, body }) => [slideIndex, body])),
      isDrawnOn: (slideIndex: number, inner: number | null) => {
        const places = drawings.get(slideIndex);
        return places !== undefined && (inner === null ? places.size > 0 : places.has(inner));
      },
    };
  }, [notes.data, annotations.data]);
}

/** The places inside the slide that have strokes; `null` stands for the slide as a whole. Other programs' payloads count as drawn. */
function placesDrawnOn(payload: unknown): ReadonlySet<unknown> {
  if (!isRecord(payload) || !Array.isArray(payload['strokes'])) return new Set([null]);
  return new Set(payload['strokes'].map((stroke: unknown) => (isRecord(stroke) ? (stroke['inner'] ?? null) : null)));
}
