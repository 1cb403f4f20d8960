import { useEffect, useRef, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { api } from '#web/lib/trpc.ts';
import { clientId } from '#web/live/client-id.ts';
import { useDeckEvents } from '#web/live/use-deck-events.ts';
import type { DrawnForm, Inner } from './sheets/ink-sheet.ts';
import { newStrokeId } from './sheets/stroke-id.ts';
import { StrokeSender } from './stroke-sender.ts';
import { afterEvent, type StrokeInProgress } from './strokes-in-progress.ts';

/** A stroke without news for this long is removed, because its window is gone or offline. */
const LOST_MS = 3000;

/** The strokes that others are drawing in a deck. */
export function useStrokesInProgress({ id: deckId, currentVersionId: versionId }: DeckDetail): readonly StrokeInProgress[] {
  const [strokes, setStrokes] = useState<readonly StrokeInProgress[]>([]);
  useDeckEvents(deckId, (event) => {
    const receiver = { clientId, versionId, now: performance.now() };
    setStrokes((before) => afterEvent(before, event, receiver));
  });
  const [oldest] = strokes;
  useEffect(() => {
    if (oldest === undefined) return;
    const remove = () => setStrokes((before) => before.filter((each) => each !== oldest));
    const timer = setTimeout(remove, oldest.receivedAt + LOST_MS - performance.now());
    return () => clearTimeout(timer);
  }, [oldest]);
  return strokes;
}

/** Shows strokes to others while they are drawn here: `StrokeSender` for the slide that is shown. */
export function useStrokeSender(
  { id: deckId, currentVersionId: versionId }: DeckDetail,
  slideIndex: number,
  inner: Inner,
): Pick<StrokeSender, 'show' | 'finish'> {
  const sender = useRef<StrokeSender>(null);
  useEffect(() => {
    const own = new StrokeSender(inner, (stroke) => api.live.draw.mutate({ deckId, versionId, slideIndex, clientId, stroke }));
    sender.current = own;
    return () => own.show(null);
  }, [deckId, versionId, slideIndex, inner]);
  return {
    show: (form: DrawnForm | null) => sender.current?.show(form),
    finish: () => sender.current?.finish() ?? newStrokeId(),
  };
}
