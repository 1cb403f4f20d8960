import type { Slide } from '#shared/slides.ts';
import type { InnerPosition } from '#web/protocol/messages.ts';
import { runOf, type SlideFiles } from '#web/stage/position/slide-runs.ts';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';

/** Whether steps of the current slide are left. Null: the deck does not know its steps. */
export function hasStepsLeft(inner: InnerPosition | null): boolean | null {
  if (inner === null) return false;
  return inner.steps === undefined ? null : inner.step < inner.steps;
}

/**
 * The picture that shows exactly what comes next; null if only the deck itself can show it: the next step of the same slide, or the
 * beginning of a slide with steps, because pictures are made after the last one.
 *
 * @param rendered the slides that the server has rendered, as users count them
 */
export function nextPicture(
  slides: SlideFiles,
  rendered: readonly Slide[],
  {
    index,
    inner,
    hasReported,
    arriving,
    movesItself,
  }: Pick<DeckPosition, 'index' | 'inner' | 'hasReported' | 'arriving' | 'movesItself'>,
): string | null {
  if (!hasReported || arriving || movesItself || hasStepsLeft(inner) !== false) return null;
  const run = runOf(slides, index);
  const isInside = inner !== null && inner.index < inner.count - 1;
  const [start, at] = isInside ? [run.start, inner.index + 1] : [run.start + run.length, 0];
  const last = isInside ? run.start + run.length - 1 : start;
  // As the server numbers the slides of a document: the last slide of the package in it has all that follow.
  const next = rendered.find(
    (slide) => slide.index === Math.min(start + at, last) && (slide.inner ?? slide.index - start) === at,
  );
  return next?.steps === 0 ? next.thumbnailUrl : null;
}
