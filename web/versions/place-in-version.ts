import type { VersionChanges } from '#shared/versions.ts';

/** Where a slide of the earlier version is now. If it was removed: the next slide that is still there, or the last one before it. */
export function indexNow({ slides }: Pick<VersionChanges, 'slides'>, slideIndex: number): number {
  const isThere = (slide: VersionChanges['slides'][number]): boolean => slide.index !== null;
  const slide = slides.slice(slideIndex).find(isThere) ?? slides.slice(0, slideIndex).findLast(isThere);
  return slide?.index ?? 0;
}
