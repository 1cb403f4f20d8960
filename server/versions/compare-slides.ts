import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Area, DifferenceKind } from '#shared/comparison.ts';
import { SUMMARY_NUMBERS_MAX } from '#shared/limits.ts';
import type { ChangeSummary } from '#shared/versions.ts';
import { changedArea } from './changed-area.ts';

/** A slide as people see it, or a slide of the package if nothing else is known. */
export interface SlideToCompare {
  /** The key of the slide in the deck. Notes and drawings follow it. */
  readonly slideKey: string;
  /** The slide inside its document, as in `rendered_slides`. */
  readonly inner: number | null;
  readonly innerName: string | null;
  /** Digest of the document. */
  readonly digest: string;
  /** Null: unknown. */
  readonly content: string | null;
  /** Null: unknown, or different each time. */
  readonly miniature: Uint8Array | null;
}

/** What has become of a slide. `from` and `to` are positions in the two lists. */
export interface SlideDifference {
  readonly kind: DifferenceKind;
  readonly moved: boolean;
  readonly from: number | null;
  readonly to: number | null;
  readonly area: Area | null;
}

/** How many slides are compared before other work of the process has its turn. */
const AT_ONCE = 50;
const SAME = { isChanged: false, area: null };

/**
 * Compares the slides of two versions. They are matched as notes are: by the key of the slide and the name inside it. Takes linear time,
 * apart from finding the slides that have moved, which takes n log n.
 *
 * @param isSamePackage true if both versions have the same bytes, so that no slide has changed, however it is drawn
 * @returns the slides in the order of `to`. A removed slide follows the one that was before it
 */
export async function compareSlides(
  from: readonly SlideToCompare[],
  to: readonly SlideToCompare[],
  isSamePackage: boolean,
): Promise<SlideDifference[]> {
  const places = new Map(from.map((slide, at) => [keyOf(slide), at]));
  const origins = to.map((slide) => {
    const key = keyOf(slide);
    const origin = places.get(key) ?? null;
    // Names are reported by the deck, which can report one twice.
    places.delete(key);
    return origin;
  });
  const kept = longestIncrease(origins);
  const left = removedAfter(from.length, origins, kept);
  const removed = (after: number): SlideDifference[] =>
    (left.get(after) ?? []).map((at) => ({ kind: 'removed', moved: false, from: at, to: null, area: null }));
  const differences = removed(-1);
  for (const [at, slide] of to.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await nextTurn();
    const origin = origins[at] ?? null;
    const before = origin === null ? undefined : from[origin];
    if (origin === null || before === undefined) {
      differences.push({ kind: 'added', moved: false, from: null, to: at, area: null });
      continue;
    }
    const moved = !kept.has(origin);
    const { isChanged, area } = isSamePackage ? SAME : changeOf(before, slide);
    differences.push({ kind: isChanged ? 'changed' : moved ? 'moved' : 'unchanged', moved, from: origin, to: at, area });
    if (!moved) differences.push(...removed(origin));
  }
  return differences;
}

/** The numbers of the slides that have changed. */
export function summarize(differences: readonly SlideDifference[]): ChangeSummary {
  const numbersOf = (kind: DifferenceKind) => {
    const numbers = differences.filter((item) => item.kind === kind).map(({ from, to }) => (to ?? from ?? 0) + 1);
    return { count: numbers.length, numbers: numbers.slice(0, SUMMARY_NUMBERS_MAX) };
  };
  return { changed: numbersOf('changed'), added: numbersOf('added'), removed: numbersOf('removed'), moved: numbersOf('moved') };
}

function keyOf({ slideKey, inner, innerName }: SlideToCompare): string {
  return inner === null ? slideKey : `${slideKey}\n${innerName ?? `slide:${inner + 1}`}`;
}

/** Pictures and texts count if both are known; otherwise what is known of them and, for a document of its own, its bytes. */
function changeOf(before: SlideToCompare, after: SlideToCompare): { isChanged: boolean; area: Area | null } {
  const isText = before.content !== null && after.content !== null;
  const isTextChanged = isText && withoutBreaks(before.content) !== withoutBreaks(after.content);
  if (before.miniature !== null && after.miniature !== null) {
    const area = changedArea(before.miniature, after.miniature, isTextChanged);
    return { isChanged: isTextChanged || area !== null, area };
  }
  // The bytes of a document with several slides say nothing about one of them.
  const isOwnFile = after.inner === null || !isText;
  return { isChanged: isTextChanged || (isOwnFile && before.digest !== after.digest), area: null };
}

/** Lines break elsewhere in another font. */
function withoutBreaks(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** The removed slides by the slide of `from` that precedes them and has kept its place; -1: none. */
function removedAfter(count: number, origins: readonly (number | null)[], kept: ReadonlySet<number>): Map<number, number[]> {
  const found = new Set(origins);
  const left = new Map<number, number[]>();
  for (let at = 0, before = -1; at < count; at += 1) {
    if (kept.has(at)) before = at;
    if (found.has(at)) continue;
    const group = left.get(before);
    if (group === undefined) left.set(before, [at]);
    else group.push(at);
  }
  return left;
}

/** The most numbers of a list that increase from each one to the next. All numbers differ. */
function longestIncrease(numbers: readonly (number | null)[]): ReadonlySet<number> {
  /** The smallest last number of an increase of each length, and for each number the one before it. */
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const number of numbers) {
    if (number === null) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before.set(number, ends[low - 1]);
    ends[low] = number;
  }
  const longest = new Set<number>();
  for (let number = ends.at(-1); number !== undefined; number = before.get(number)) longest.add(number);
  return longest;
}
