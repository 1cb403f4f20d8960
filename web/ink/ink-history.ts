import type { Stroke } from '#shared/ink.ts';

/** What one action did: a stroke drawn, strokes erased, a slide cleared. */
export interface InkStep {
  readonly drawn: readonly Stroke[];
  readonly erased: readonly Stroke[];
}

/** What can be taken back and done again, latest last. */
export interface InkHistory {
  readonly past: readonly InkStep[];
  readonly future: readonly InkStep[];
}

export const NO_HISTORY: InkHistory = { past: [], future: [] };

const STEPS_MAX = 500;

export function afterStep({ past }: InkHistory, step: InkStep): InkHistory {
  return { past: [...past.slice(1 - STEPS_MAX), step], future: [] };
}

/**
 * Takes the latest step back, or does the latest one taken back again, as a step to carry out now. An erased id never
 * comes back, so what was erased is drawn again as copies, and the history knows them by their new ids from then on.
 * Steps that others have overtaken, so that nothing would be left to do, are passed over; null when there is no other.
 */
export function turnBack(
  history: InkHistory,
  direction: 'undo' | 'redo',
  { isThere, copyOf }: { isThere: (stroke: Stroke) => boolean; copyOf: (stroke: Stroke) => Stroke },
): { history: InkHistory; step: InkStep } | null {
  const [from, to] = direction === 'undo' ? [history.past, history.future] : [history.future, history.past];
  const at = from.findLastIndex((step) => leavesSomething(step, isThere));
  const taken = from[at];
  if (taken === undefined) return null;
  const copies = new Map(taken.erased.map((stroke) => [stroke.id, copyOf(stroke)]));
  const step = { drawn: [...copies.values()], erased: taken.drawn.filter(isThere) };
  const left = renamed(from.slice(0, at), copies);
  const grown = [...renamed(to, copies), step];
  return { step, history: direction === 'undo' ? { past: left, future: grown } : { past: grown, future: left } };
}

export function canTurnBack(history: InkHistory, direction: 'undo' | 'redo', isThere: (stroke: Stroke) => boolean): boolean {
  return history[direction === 'undo' ? 'past' : 'future'].some((step) => leavesSomething(step, isThere));
}

function leavesSomething({ drawn, erased }: InkStep, isThere: (stroke: Stroke) => boolean): boolean {
  return erased.length > 0 || drawn.some(isThere);
}

function renamed(steps: readonly InkStep[], copies: ReadonlyMap<string, Stroke>): InkStep[] {
  const current = (stroke: Stroke): Stroke => copies.get(stroke.id) ?? stroke;
  return steps.map(({ drawn, erased }) => ({ drawn: drawn.map(current), erased: erased.map(current) }));
}
