import type { Place } from '#shared/place.ts';
import type { SearchHit } from '#shared/search.ts';
import { runOf, type SlideFiles } from '#web/stage/position/slide-runs.ts';

/** A slide that contains what was searched. */
export interface DeckHit {
  readonly slideIndex: number;
  /** The position inside its document; null if that is one slide. */
  readonly inner: number | null;
  readonly snippet: SearchHit['snippet'];
}

/** Each slide once, with its best hit, in the order of the slides. `slides` are those of the package. */
export function inSlideOrder(
  slides: SlideFiles,
  hits: readonly Pick<SearchHit, 'slideIndex' | 'inner' | 'snippet'>[],
): DeckHit[] {
  const found = new Map<string, DeckHit>();
  for (const { slideIndex: at, inner, snippet } of hits) {
    if (at === null) continue;
    // Slides that share a document are found at each of them.
    const { start, length } = runOf(slides, at);
    const slideIndex = length > 1 && inner !== null ? start + Math.min(inner, length - 1) : at;
    const key = `${slideIndex} ${inner ?? ''}`;
    if (!found.has(key)) found.set(key, { slideIndex, inner, snippet });
  }
  return [...found.values()].toSorted((a, b) => a.slideIndex - b.slideIndex || (a.inner ?? 0) - (b.inner ?? 0));
}

/** The position of the hit on the slide of `place`; -1 if there is none. */
export function hitAt(hits: readonly DeckHit[], place: Place): number {
  return hits.findIndex((hit) => compare(hit, place) === 0);
}

/** The position of the next or previous hit, seen from `place` and around the ends of the deck; -1 if there are no hits. */
export function hitAfter(hits: readonly DeckHit[], place: Place, step: 1 | -1): number {
  if (hits.length === 0) return -1;
  if (step === 1)
    return Math.max(
      0,
      hits.findIndex((hit) => compare(hit, place) > 0),
    );
  const before = hits.findLastIndex((hit) => compare(hit, place) < 0);
  return before === -1 ? hits.length - 1 : before;
}

function compare({ slideIndex, inner }: DeckHit, place: Place): number {
  return slideIndex - place.slideIndex || (inner ?? 0) - (inner === null ? 0 : (place.inner?.index ?? 0));
}
