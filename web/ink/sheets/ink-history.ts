import type { Stroke } from '#shared/ink.ts';

/** The effect of one action: drawn strokes, erased strokes. */
export interface InkStep {
  readonly drawn: readonly Stroke[];
  readonly erased: readonly Stroke[];
}

/** Steps that can be undone and redone, latest last. */
export interface InkHistory {
  readonly past: readonly InkStep[];
  readonly future: readonly InkStep[];
}

export const NO_HISTORY: InkHistory = { past: [], future: [] };

const STEPS_MAX = 500;

/** Adds a step to the history. It clears the steps that could be redone and keeps the latest 500. */
export function afterStep({ past }: InkHistory, step: InkStep): InkHistory {
  return { past: [...past.slice(1 - STEPS_MAX), step], future: [] };
}

/**
 * Undoes or redoes the latest step. Returns the new history and a step to perform now. An erased id never comes back, so erased
 * strokes are drawn again as copies, and the history refers to the copies from then on. Steps without effect, because others have
 * erased their strokes, are skipped. Returns null if no step is left.
 */
export function undoRedo(
  history: InkHistory,
  direction: 'undo' | 'redo',
  { isThere, copyOf }: { isThere: (stroke: Stroke) => boolean; copyOf: (stroke: Stroke) => Stroke },
): { history: InkHistory; step: InkStep } | null {
  const [from, to] = direction === 'undo' ? [history.past, history.future] : [history.future, history.past];
  const at = from.findLastIndex((step) => hasEffect(step, isThere));
  const taken = from[at];
  if (taken === undefined) return null;
  const copies = new Map(taken.erased.map((stroke) => [stroke.id, copyOf(stroke)]));
  const step = { drawn: [...copies.values()], erased: taken.drawn.filter(isThere) };
  const left = renamed(from.slice(0, at), copies);
  const grown = [...renamed(to, copies), step];
  return { step, history: direction === 'undo' ? { past: left, future: grown } : { past: grown, future: left } };
}

/** Whether there is a step to undo or redo that has an effect. */
export function canUndoRedo(history: InkHistory, direction: 'undo' | 'redo', isThere: (stroke: Stroke) => boolean): boolean {
  return history[direction === 'undo' ? 'past' : 'future'].some((step) => hasEffect(step, isThere));
}

function hasEffect({ drawn, erased }: InkStep, isThere: (stroke: Stroke) => boolean): boolean {
  return erased.length > 0 || drawn.some(isThere);
}

function renamed(steps: readonly InkStep[], copies: ReadonlyMap<string, Stroke>): InkStep[] {
  const current = (stroke: Stroke): Stroke => copies.get(stroke.id) ?? stroke;
  return steps.map(({ drawn, erased }) => ({ drawn: drawn.map(current), erased: erased.map(current) }));
}
