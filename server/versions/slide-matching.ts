import type { VersionChanges } from '#shared/versions.ts';
import type { SlideIdentity } from '#server/packages/package-rows.ts';

export interface KnownSlide extends SlideIdentity {
  readonly versionId: string;
  readonly slideKey: string;
}

/**
 * Finds for each slide of a new version the slide of the deck that it continues, so that notes and drawings follow it: by the id in the
 * manifest if it is unique in both versions, otherwise by identical bytes. Takes linear time.
 *
 * @param known the slides by version, the current one first. Older versions are included so that a removed slide is found when it returns
 * @returns keys by position; null for a slide that is in none of these versions
 */
export function matchSlides(fresh: readonly SlideIdentity[], known: readonly (readonly KnownSlide[])[]): (string | null)[] {
  const matched: (string | null)[] = fresh.map(() => null);
  const taken = new Set<string>();
  const match = (at: number, slide: KnownSlide | undefined) => {
    if (slide === undefined || matched[at] !== null || taken.has(slide.slideKey)) return;
    matched[at] = slide.slideKey;
    taken.add(slide.slideKey);
  };
  const freshById = uniqueById(fresh.map((slide, at) => ({ ...slide, at })));
  for (const version of known) {
    const versionById = uniqueById(version);
    for (const [id, slide] of freshById) match(slide.at, versionById.get(id));
    const left = version.filter(({ digest, slideKey }) => digest !== '' && !taken.has(slideKey));
    const leftByDigest = new Map([...Map.groupBy(left, ({ digest }) => digest)].map(([digest, same]) => [digest, same.values()]));
    for (const [at, { digest }] of fresh.entries()) {
      if (matched[at] === null) match(at, leftByDigest.get(digest)?.next().value);
    }
  }
  return matched;
}

/** A slide of a version, in the order of the deck. */
export type PlacedSlide = Pick<KnownSlide, 'slideKey' | 'digest'>;

/** Where each slide of an earlier version is now. */
export function placesNow(earlier: readonly PlacedSlide[], current: readonly PlacedSlide[]): VersionChanges['slides'] {
  const now = new Map(current.map(({ slideKey }, index) => [slideKey, index]));
  return earlier.map(({ slideKey }) => ({ index: now.get(slideKey) ?? null }));
}

function uniqueById<Slide extends SlideIdentity>(slides: readonly Slide[]): Map<string, Slide> {
  const byId = Map.groupBy(slides, (slide) => slide.manifestId);
  return new Map([...byId].flatMap(([id, [only, ...others]]) => (only !== undefined && others.length === 0 ? [[id, only]] : [])));
}
