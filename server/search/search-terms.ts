import { pairCode, wordsOf } from './words.ts';

/** A word of a term. */
interface TermWord {
  readonly form: string;
  /** How many words after the first one of the term. */
  readonly offset: number;
  /** Whether longer words match that begin with it. */
  readonly isPrefix: boolean;
}

/** Words that follow each other in the text. Most terms have one word. */
export interface Term {
  readonly words: readonly [TermWord, ...TermWord[]];
  readonly isExcluded: boolean;
  /** Where it stands in the query, with its quotes and sign: UTF-16 code units, `end` exclusive. */
  readonly start: number;
  readonly end: number;
}

/** A part of a query: `"two words"`, `-word`, `-"two words"` or `word`. A quote that is not closed extends to the end. */
const PART = /(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))/gu;

/** The terms of a query. Every text is a query; signs without meaning are ignored. */
export function termsOf(query: string): Term[] {
  const terms: Term[] = [];
  // Typographic quotes are what keyboards of phones write.
  for (const part of query.replaceAll(/[“”„«»]/g, '"').matchAll(PART)) {
    const [all, sign, quoted, plain] = part;
    const [first, ...others] = termWords(quoted ?? plain ?? '', quoted === undefined && sign !== '-');
    const place = { start: part.index, end: part.index + all.length };
    if (first !== undefined) terms.push({ words: [first, ...others], isExcluded: sign === '-', ...place });
  }
  return terms;
}

function termWords(text: string, isPrefix: boolean): TermWord[] {
  const words = Array.from(wordsOf(text));
  const kept = words.filter(({ pair }, at) => pair !== 'last' || words[at - 1]?.pair !== 'pair');
  const start = kept[0]?.position ?? 0;
  return kept.map(({ forms, position, pair }, at) => ({
    form: forms[0],
    offset: position - start,
    // A single character without spaces is the beginning of a pair.
    isPrefix: pair === 'last' || (pair === null && isPrefix && at === kept.length - 1),
  }));
}

/**
 * The text form of a `tsquery`. Null if nothing is to be found. Forms consist of letters and digits, so nothing in a query has a meaning of
 * its own there.
 *
 * @param isExact beginnings of words do not count
 */
export function tsqueryOf(terms: readonly Term[], { isExact = false } = {}): string | null {
  if (!terms.some(({ isExcluded }) => !isExcluded)) return null;
  return terms.map((term) => tsqueryOfTerm(term, isExact)).join(' & ');
}

/**
 * The text form of a `tsquery` for the codes of the pairs of words in phrases (`pairCode`), which everything has that the terms find. Null if there are
 * none.
 */
export function pairsQueryOf(terms: readonly Term[]): string | null {
  const phrases = terms.filter(({ isExcluded }) => !isExcluded);
  const codes = phrases.flatMap(({ words }) =>
    words.flatMap(({ form, offset, isPrefix }, at) => {
      const before = words[at - 1];
      const isPair = before?.offset === offset - 1 && !before.isPrefix && !isPrefix;
      return isPair ? [`'${pairCode(before.form, form)}'`] : [];
    }),
  );
  return codes.length === 0 ? null : [...new Set(codes)].join(' & ');
}

/** The text form of the part of a `tsquery` that is for one term. */
export function tsqueryOfTerm(term: Term, isExact = false): string {
  return `${term.isExcluded ? '!' : ''}(${phraseOf(term, isExact)})`;
}

function phraseOf({ words }: Term, isExact: boolean): string {
  let before = 0;
  return words
    .map(({ form, offset, isPrefix }, at) => {
      const distance = at === 0 ? '' : ` <${offset - before}> `;
      before = offset;
      return `${distance}'${form}'${isPrefix && !isExact ? ':*' : ''}`;
    })
    .join('');
}
