import type { VersionChanges } from '#shared/versions.ts';

/** How many slides were added, removed and changed. */
export function countsOf({ slides, added }: VersionChanges): { added: number; removed: number; changed: number } {
  return {
    added,
    removed: slides.filter(({ index }) => index === null).length,
    changed: slides.filter(({ changed }) => changed).length,
  };
}

/** Where a slide of the earlier version is now. If it was removed: the next slide that is still there, or the last one before it. */
export function indexNow({ slides }: Pick<VersionChanges, 'slides'>, slideIndex: number): number {
  const isThere = (slide: VersionChanges['slides'][number]): boolean => slide.index !== null;
  const slide = slides.slice(slideIndex).find(isThere) ?? slides.slice(0, slideIndex).findLast(isThere);
  return slide?.index ?? 0;
}
