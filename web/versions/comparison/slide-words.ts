import type { TFunction } from 'i18next';
import type { ComparedSlide, Difference } from '#shared/comparison.ts';

/** What has become of a slide: "Slide 3 changed", "Slide 2 moved; it was slide 5". */
export function differenceWords({ kind, moved, from, to }: Difference, t: TFunction): string {
  const number = to?.number ?? from?.number ?? 0;
  const key = kind === 'changed' && moved ? 'changedAndMoved' : kind;
  return t(`compare.kinds.${key}`, { number, was: from?.number ?? number });
}

/** The alternative text of a picture. */
export function pictureWords({ number, title }: ComparedSlide, version: number, t: TFunction): string {
  return t(title === '' ? 'compare.picture' : 'compare.pictureOf', { number, version, title });
}
