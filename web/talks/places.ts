import type { Place } from '#shared/place.ts';

/** Whether both show the same: a slide that has not said where it stands shows its beginning. */
export function samePlace(one: Place, other: Place): boolean {
  return one.slideIndex === other.slideIndex && sameInside(one.inner, other.inner);
}

const BEGINNING = { index: 0, step: 0 } as const;

function sameInside(one: Place['inner'], other: Place['inner']): boolean {
  const [a, b] = [one ?? BEGINNING, other ?? BEGINNING];
  return a.index === b.index && a.step === b.step;
}
