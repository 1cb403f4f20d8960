import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import type { Stroke } from '#shared/ink.ts';
import type * as Drawing from '#web/ink/Drawing.tsx';
import { strokesAt } from '#web/ink/sheets/ink-view.ts';
import { noteKey, recordsOf } from '#web/lib/deck-records.ts';
import { trpc } from '#web/lib/trpc.ts';
import { whenConnected } from '#web/lib/when-connected.ts';
import type { PrintChoices } from './print-choices.ts';
import { type InsideDocument, type PrintedSlide, printedSlides } from './printed-slides.ts';

/** What draws strokes. Loaded if there are any to draw: the player's first slide must not wait for it either. */
export type DrawingPart = Pick<typeof Drawing, 'InkLayer'>;

export interface PrintedDeck {
  /** Null while it is not known what slides there are. */
  readonly slides: readonly PrintedSlide[] | null;
  readonly strokesOf: (slide: PrintedSlide) => readonly Stroke[];
  /** Null while it loads, or if it is not needed. */
  readonly drawing: DrawingPart | null;
  /** Whether notes and drawings have loaded, as far as they are printed. */
  readonly isComplete: boolean;
  readonly fault: unknown;
}

const NONE: readonly Stroke[] = [];

/** The slides of a deck with their notes and drawings. `inside` is what its document has said, if it has inner slides; null: nothing yet. */
export function usePrintedSlides(
  deck: DeckDetail,
  inside: InsideDocument | null,
  { notes, drawings }: Pick<PrintChoices, 'notes' | 'drawings'>,
): PrintedDeck {
  const { manifest } = deck;
  const target = recordsOf(deck);
  const listed = useQuery(trpc.slides.list.queryOptions({ id: deck.id, versionId: deck.currentVersionId }));
  const written = useQuery({ ...trpc.notes.list.queryOptions(target), enabled: notes !== 'none' });
  const drawn = useQuery({ ...trpc.annotations.drawn.queryOptions(target), enabled: drawings });
  const drawnSlides = drawings ? [...new Set((drawn.data?.items ?? []).map(({ slideIndex }) => slideIndex))] : [];
  const ink = useQueries({
    queries: drawnSlides.map((slideIndex) => trpc.annotations.ink.queryOptions({ ...target, slideIndex })),
    combine: (results) => ({
      bySlide: new Map(results.map(({ data }, at) => [drawnSlides[at], data?.strokes ?? NONE])),
      isComplete: results.every(({ isSuccess }) => isSuccess),
      fault: results.find(({ error }) => error !== null)?.error ?? null,
    }),
  });

  const drawing = useQuery({
    queryKey: ['drawing part'],
    queryFn: () => whenConnected(() => import('#web/ink/Drawing.tsx')),
    staleTime: 'static',
    enabled: drawings,
  });

  const slides = useMemo(() => {
    if (listed.data === undefined || inside === null) return null;
    const bodies = new Map((written.data?.items ?? []).map((note) => [noteKey(note), note.body]));
    const noteOf = (slideIndex: number, inner: string | null) => bodies.get(noteKey({ slideIndex, inner }));
    return printedSlides({ manifest, listed: listed.data.items, inside, noteOf });
  }, [manifest, listed.data, inside, written.data]);

  return {
    slides,
    strokesOf: ({ slideIndex, inner, name }) => {
      const strokes = ink.bySlide.get(slideIndex);
      return strokes === undefined ? NONE : strokesAt(strokes, inner === null ? undefined : { index: inner, name });
    },
    drawing: drawing.data ?? null,
    isComplete:
      (notes === 'none' || written.isSuccess) && (!drawings || (drawn.isSuccess && ink.isComplete && drawing.isSuccess)),
    fault: listed.error ?? written.error ?? drawn.error ?? ink.fault ?? drawing.error,
  };
}
