import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Area, DifferenceKind, Words } from '#shared/comparison.ts';
import { SUMMARY_NUMBERS_MAX } from '#shared/limits.ts';
import type { ChangeSummary } from '#shared/versions.ts';
import { changedArea } from './changed-area.ts';
import { wordChanges } from './word-changes.ts';

/** A slide as people see it, or a slide of the package if nothing else is known. */
export interface SlideToCompare {
  /** The key of the slide in the deck. Notes and drawings follow it. */
  readonly slideKey: string;
  /** The slide inside its document, as in `rendered_slides`. */
  readonly inner: number | null;
  readonly innerName: string | null;
  /** Digest of the document. */
  readonly digest: string;
  /** Digest of its text. Null: unknown. */
  readonly contentDigest: string | null;
  /** Digest of its miniature. Null: unknown, or different each time. */
  readonly miniatureDigest: string | null;
}

/** What a slide shows, as in `rendered_slides`. */
export interface ShownSlide {
  readonly content: string | null;
  readonly miniature: Uint8Array | null;
}

interface Options<Slide> {
  /** Whether both versions have the same bytes, so that no slide has changed, however it is drawn. */
  readonly isSamePackage: boolean;
  /** Reads what slides show, in their order. It is called for slides whose digests differ, at most `AT_ONCE` pairs at a time. */
  readonly read: (slides: readonly Slide[]) => Promise<readonly ShownSlide[]>;
  /** The length of the texts whose words are compared. */
  readonly textMax: number;
}

/** What has become of a slide. `from` and `to` are positions in the two lists. */
export interface SlideDifference {
  readonly kind: DifferenceKind;
  readonly moved: boolean;
  readonly from: number | null;
  readonly to: number | null;
  readonly area: Area | null;
  /** How the text has changed. Null: not at all, or not compared. */
  readonly text: Words[] | null;
}

/** A slide of both versions. */
interface Pair<Slide> {
  readonly before: Slide;
  readonly after: Slide;
}

/** How a slide of both versions has changed. */
interface Change extends Pick<SlideDifference, 'area' | 'text'> {
  readonly isChanged: boolean;
}

/** How many pairs of slides are read at once. A miniature has up to 27 KB, a text up to `SLIDE_TEXT_MAX` characters. */
export const AT_ONCE = 50;
const SAME: Change = { isChanged: false, area: null, text: null };

/**
 * Compares the slides of two versions. They are matched as notes are: by the key of the slide and the name inside it. Takes linear time,
 * apart from finding the slides that have moved, which takes n log n. What the slides show is not held longer than needed.
 *
 * @returns the slides in the order of `to`. A removed slide follows the one that was before it
 * @throws what `read` throws
 */
export async function compareSlides<Slide extends SlideToCompare>(
  from: readonly Slide[],
  to: readonly Slide[],
  options: Options<Slide>,
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
    (left.get(after) ?? []).map((at) => ({ kind: 'removed', moved: false, from: at, to: null, area: null, text: null }));
  const pairs = to.flatMap((after, at) => {
    const before = from[origins[at] ?? -1];
    return before === undefined ? [] : [{ before, after }];
  });
  const changes = options.isSamePackage ? new Map<Slide, Change>() : await changesOf(pairs, options);
  const differences = removed(-1);
  for (const [at, slide] of to.entries()) {
    const origin = origins[at] ?? null;
    if (origin === null) {
      differences.push({ kind: 'added', moved: false, from: null, to: at, area: null, text: null });
      continue;
    }
    const moved = !kept.has(origin);
    const { isChanged, area, text } = changes.get(slide) ?? SAME;
    differences.push({ kind: isChanged ? 'changed' : moved ? 'moved' : 'unchanged', moved, from: origin, to: at, area, text });
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

/** Reads the pairs that may have changed, some at a time, and compares them. Other requests run in between. */
async function changesOf<Slide extends SlideToCompare>(
  pairs: readonly Pair<Slide>[],
  { read, textMax }: Options<Slide>,
): Promise<ReadonlyMap<Slide, Change>> {
  const changes = new Map(pairs.map((pair) => [pair.after, changeOf(pair, null, false)]));
  const differing = pairs.filter(mayDiffer);
  let textLength = 0;
  for (let start = 0; start < differing.length; start += AT_ONCE) {
    const batch = differing.slice(start, start + AT_ONCE);
    const shown = await read(batch.flatMap(({ before, after }) => [before, after]));
    for (const [at, pair] of batch.entries()) {
      const [before, after] = [shown[2 * at], shown[2 * at + 1]];
      if (before === undefined || after === undefined) throw new Error('a slide was not read');
      const texts = changedTexts({ before, after });
      const change = changeOf(pair, { before, after }, texts !== null);
      textLength += texts === null ? 0 : texts.before.length + texts.after.length;
      const isCompared = texts !== null && textLength <= textMax;
      changes.set(pair.after, isCompared ? { ...change, text: changedWords(texts) } : change);
      if (isCompared) await nextTurn();
    }
  }
  return changes;
}

/** Whether the texts or the pictures of two slides are known and not equal. */
function mayDiffer({ before, after }: Pair<SlideToCompare>): boolean {
  const differs = (one: string | null, other: string | null) => one !== null && other !== null && one !== other;
  return differs(before.contentDigest, after.contentDigest) || differs(before.miniatureDigest, after.miniatureDigest);
}

/**
 * Pictures and texts count if both are known; otherwise what is known of them and, for a document of its own, its bytes.
 *
 * @param shown what the slides show; null if texts and pictures do not differ, as far as they are known
 */
function changeOf({ before, after }: Pair<SlideToCompare>, shown: Pair<ShownSlide> | null, isTextChanged: boolean): Change {
  if (before.miniatureDigest !== null && after.miniatureDigest !== null) {
    const area = shown === null ? null : areaOf(shown, isTextChanged);
    return { isChanged: isTextChanged || area !== null, area, text: null };
  }
  // The bytes of a document with several slides say nothing about one of them.
  const isOwnFile = after.inner === null || before.contentDigest === null || after.contentDigest === null;
  return { isChanged: isTextChanged || (isOwnFile && before.digest !== after.digest), area: null, text: null };
}

function areaOf({ before, after }: Pair<ShownSlide>, isTextChanged: boolean): Area | null {
  if (before.miniature === null || after.miniature === null) return null;
  return changedArea(before.miniature, after.miniature, isTextChanged);
}

/** Both texts; null if one is unknown, or they differ in white space alone. */
function changedTexts({ before, after }: Pair<ShownSlide>): Pair<string> | null {
  if (before.content === null || after.content === null) return null;
  if (withoutBreaks(before.content) === withoutBreaks(after.content)) return null;
  return { before: before.content, after: after.content };
}

function changedWords({ before, after }: Pair<string>): Words[] | null {
  const words = wordChanges(before, after);
  return words.some(({ kind }) => kind !== 'same') ? words : null;
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
