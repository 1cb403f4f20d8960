import type { Place } from '#shared/place.ts';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';

/** Whether both places show the same. A slide that has not reported its position counts as at its start. */
export function samePlace(one: Place, other: Place): boolean {
  return one.slideIndex === other.slideIndex && sameInside(one.inner, other.inner);
}

/** The window's place as it is sent to a talk: with the number of inner slides if those are counted. */
export function placeForTalk({
  place: { slideIndex, inner },
  isOneDocument,
  counted,
  count,
}: Pick<DeckPosition, 'place' | 'isOneDocument' | 'counted' | 'count'>): Place {
  if (inner === null || !isOneDocument || !counted) return { slideIndex, inner };
  return { slideIndex, inner: { ...inner, count } };
}

const BEGINNING = { index: 0, step: 0 } as const;

function sameInside(one: Place['inner'], other: Place['inner']): boolean {
  const [a, b] = [one ?? BEGINNING, other ?? BEGINNING];
  return a.index === b.index && a.step === b.step;
}
