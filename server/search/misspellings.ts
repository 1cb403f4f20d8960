import { type Term, tsqueryOfTerm } from './search-terms.ts';
import { wordsOf } from './words.ts';

/** A word of a query with the words that differ from it by one letter. */
interface Suspect {
  readonly term: Term;
  readonly form: string;
  readonly variants: ReadonlySet<string>;
}

/** Shorter words have too many neighbours. */
const LETTERS_MIN = 4;
const LETTERS_MAX = 24;
/** Words that one search looks for in place of those of the query. */
const VARIANTS_MAX = 1200;
/** Variants of a word from which the texts choose. */
const LIKELY_MAX = 3;

/** The letters that may be put in, by script, as words are stored. In other scripts letters are only left out and exchanged. */
const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзиклмнопрстуфхцчшщъыьэюяієґ',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءئؤ',
  'אבגדהוזחטיכךלמםנןסעפףצץקרשת',
];

/**
 * The words of a query that may be misspelled: those of letters alone that are not part of a phrase. There is no list of words, because it
 * would contain those of decks that the user may not see. The words that differ by one letter are searched instead.
 */
export function suspectsOf(terms: readonly Term[]): Suspect[] {
  let remaining = VARIANTS_MAX;
  return terms.flatMap((term) => {
    const [{ form, isPrefix }, ...others] = term.words;
    const isWord = others.length === 0 && isPrefix && !term.isExcluded && /^[\p{L}\p{M}]+$/u.test(form);
    if (!isWord || form.length < LETTERS_MIN || form.length > LETTERS_MAX) return [];
    const variants = variantsOf(form);
    remaining -= variants.size;
    return remaining < 0 ? [] : [{ term, form, variants }];
  });
}

/** The text forms of a `tsquery` for each word that may stand in the place of a suspect, and for itself. */
export function queriesOf(suspects: readonly Suspect[]): string[] {
  return suspects.flatMap(({ form, variants }) => [`'${form}':*`, ...Array.from(variants, (variant) => `'${variant}'`)]);
}

/**
 * The suspects with the most frequent of their variants. Null if one of them has none and is not found itself.
 *
 * @param counts of `queriesOf`
 */
export function likelyOf(suspects: readonly Suspect[], counts: ReadonlyMap<string, number>): Suspect[] | null {
  const likely = suspects.map((suspect) => {
    if (counts.has(`'${suspect.form}':*`)) return { ...suspect, variants: new Set<string>() };
    const frequent = [...suspect.variants]
      .map((variant) => ({ variant, count: counts.get(`'${variant}'`) ?? 0 }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, LIKELY_MAX);
    return frequent.length === 0 ? null : { ...suspect, variants: new Set(frequent.map(({ variant }) => variant)) };
  });
  const found = likely.flatMap((suspect) => suspect ?? []);
  return found.length === suspects.length ? found : null;
}

/** The words that differ by a letter too many, too few, another one, or by two that are exchanged. */
function variantsOf(form: string): Set<string> {
  const letters = Array.from(form);
  const alphabet = ALPHABETS.find((each) => letters.some((letter) => each.includes(letter))) ?? '';
  const found = new Set<string>();
  for (let at = 0; at <= letters.length; at += 1) {
    const [before, here, next] = [letters.slice(0, at).join(''), letters[at] ?? '', letters[at + 1] ?? ''];
    const after = letters.slice(at + 1).join('');
    if (here !== '') found.add(before + after);
    if (next !== '') found.add(before + next + here + letters.slice(at + 2).join(''));
    for (const letter of alphabet) {
      found.add(before + letter + here + after);
      if (here !== '') found.add(before + letter + after);
    }
  }
  found.delete(form);
  return found;
}

/** The text form of a `tsquery` that also finds the variants of the suspects. */
export function tsqueryWithVariants(terms: readonly Term[], suspects: readonly Suspect[]): string {
  const parts = terms.map((term) => {
    const suspect = suspects.find((each) => each.term === term);
    if (suspect === undefined) return tsqueryOfTerm(term);
    return `(${queriesOf([suspect]).join(' | ')})`;
  });
  return parts.join(' & ');
}

/**
 * The query with the words that most of the texts contain in place of the misspelled ones. Null if no text has all of them.
 *
 * @param texts of entries that `tsqueryWithVariants` has found
 */
export function correctedQuery(query: string, suspects: readonly Suspect[], texts: readonly string[]): string | null {
  const counts = new Map<string, { count: number; words: readonly (string | null)[] }>();
  for (const text of texts) {
    const words = wordsInstead(suspects, text);
    if (words === null) continue;
    const key = words
      .map((word) => word ?? '')
      .join(' ')
      .toLowerCase();
    const known = counts.get(key);
    counts.set(key, { count: (known?.count ?? 0) + 1, words: known?.words ?? words });
  }
  const [best] = [...counts.values()].toSorted((a, b) => b.count - a.count);
  if (best === undefined) return null;
  let corrected = query;
  // From the end, so that the places before stay valid.
  for (const [at, { term }] of [...suspects.entries()].toReversed()) {
    const own = query.slice(term.start, term.end);
    const word = best.words[at] ?? own;
    corrected =
      corrected.slice(0, term.start) + (own === own.toLowerCase() ? word.toLowerCase() : word) + corrected.slice(term.end);
  }
  return corrected === query ? null : corrected;
}

/** What stands in a text for each suspect: a variant, or null for the word as it was typed. Null if there is neither for one of them. */
function wordsInstead(suspects: readonly Suspect[], text: string): (string | null)[] | null {
  const found = new Map<Suspect, string | null>();
  for (const { forms, start, end } of wordsOf(text)) {
    for (const suspect of suspects) {
      if (forms.some((form) => form.startsWith(suspect.form))) found.set(suspect, null);
      const at = forms.findIndex((form) => suspect.variants.has(form));
      if (at >= 0 && !found.has(suspect)) found.set(suspect, at === 0 ? text.slice(start, end) : (forms[at] ?? null));
    }
  }
  return found.size < suspects.length ? null : suspects.map((suspect) => found.get(suspect) ?? null);
}
