import { SEARCH_SNIPPET_MAX } from '#shared/limits.ts';
import type { Term } from './search-terms.ts';
import { type Word, wordsOf } from './words.ts';

interface Piece {
  text: string;
  match: boolean;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly term: Term;
}

/** Characters before the first match. */
const BEFORE = 40;
/** More matches of a long text are not looked at. */
const SPANS_MAX = 200;
const ELLIPSIS = '…';

/** The part of a text with the most of what was searched, in pieces; at most `SEARCH_SNIPPET_MAX` characters. */
export function snippetOf(text: string, terms: readonly Term[]): Piece[] {
  const spans = spansOf(text, terms);
  const [from, to] = windowOf(text, bestStart(spans));
  const pieces: Piece[] = [];
  const add = (piece: string, match: boolean): void => {
    const last = pieces.at(-1);
    if (piece === '') return;
    if (last?.match === match) last.text += piece;
    else pieces.push({ text: piece, match });
  };
  let at = from;
  if (from > 0) add(ELLIPSIS, false);
  for (const { start, end } of spans) {
    if (end <= at || start >= to) continue;
    add(text.slice(at, Math.max(at, start)).replaceAll('\n', ' '), false);
    add(text.slice(Math.max(at, start), Math.min(end, to)).replaceAll('\n', ' '), true);
    at = Math.min(end, to);
  }
  add(text.slice(at, to).replaceAll('\n', ' '), false);
  if (to < text.length) add(ELLIPSIS, false);
  return pieces;
}

/** Where the terms match, in the order of the text. */
function spansOf(text: string, terms: readonly Term[]): Span[] {
  const wanted = terms.filter(({ isExcluded }) => !isExcluded);
  const longest = Math.max(0, ...wanted.flatMap(({ words }) => words.map(({ offset }) => offset)));
  const spans: Span[] = [];
  /** The words that the longest term can begin with, by position. */
  const open = new Map<number, Word>();
  for (const word of wordsOf(text)) {
    open.set(word.position, word);
    open.delete(word.position - longest - 1);
    for (const term of wanted) {
      const start = startOf(term, word, open);
      if (start !== null) spans.push({ start, end: word.end, term });
    }
    if (spans.length > SPANS_MAX) break;
  }
  return spans.toSorted((a, b) => a.start - b.start);
}

/** Where a term begins whose last word is `last`. Null if it does not match there. */
function startOf({ words }: Term, last: Word, open: ReadonlyMap<number, Word>): number | null {
  const base = last.position - (words.at(-1)?.offset ?? 0);
  for (const { form, offset, isPrefix } of words) {
    const forms = open.get(base + offset)?.forms;
    if (forms?.some((each) => (isPrefix ? each.startsWith(form) : each === form)) !== true) return null;
  }
  return open.get(base)?.start ?? null;
}

/** The beginning of the window with the most different terms. */
function bestStart(spans: readonly Span[]): number {
  let [best, most] = [spans[0]?.start ?? 0, 0];
  for (const [at, { start }] of spans.entries()) {
    const near = new Set<Term>();
    for (let next = at; next < spans.length; next++) {
      const span = spans[next];
      if (span === undefined || span.end > start + SEARCH_SNIPPET_MAX - BEFORE - 2) break;
      near.add(span.term);
    }
    if (near.size > most) [best, most] = [start, near.size];
  }
  return best;
}

/** A window that begins and ends between words, if there are words. */
function windowOf(text: string, match: number): [number, number] {
  if (text.length <= SEARCH_SNIPPET_MAX) return [0, text.length];
  const wished = Math.max(0, match - BEFORE);
  const space = wished === 0 ? -1 : text.slice(wished, match).search(/\s/u);
  const from = wished === 0 ? 0 : space === -1 ? whole(text, wished) : wished + space + 1;
  const end = Math.min(text.length, from + SEARCH_SNIPPET_MAX - 2 * ELLIPSIS.length);
  if (end === text.length) return [from, end];
  const last = text.slice(from, end).search(/\s\S*$/u);
  return [from, last > SEARCH_SNIPPET_MAX / 2 ? from + last : whole(text, end)];
}

/** A place in the text that does not split a character. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
