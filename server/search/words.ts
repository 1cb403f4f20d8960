/** A word of a text. */
export interface Word {
  /** Where it stands in the text: UTF-16 code units, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  /** Words that follow each other have consecutive positions, from 1. Between two lines there is a gap, so that no phrase spans them. */
  readonly position: number;
  /** Folded forms, at least one. The others are parts of the word that people search for: `name` of `userName`. */
  readonly forms: readonly [string, ...string[]];
  /** Part of a text without spaces: a pair of characters, or the last one. */
  readonly pair: 'pair' | 'last' | null;
}

/** The marks of C++ and C# belong to the word. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:\+\+|#)?/gu;
/** Scripts that are written without spaces. */
const SPACELESS =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|[^\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const IS_SPACELESS = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const ASCII = /^[\x20-\x7f]*$/;
/** The time to normalize consecutive marks grows with the square of their number. */
const MANY_MARKS = /(\p{M}{30})\p{M}+/gu;
/** Accents of Latin, Greek and Cyrillic letters, Arabic and Hebrew points, and the Arabic elongation. Marks of other scripts make another letter. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;
/** Letters that have no decomposition. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};
const OTHER_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
/** The places where a new word begins in `getUserName` and `HTTPServer`. */
const HUMPS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const PARTS_MAX = 6;
/** Longer words, such as encoded data, are cut. */
const WORD_MAX = 64;

/** A text in the form in which it is compared: without case, accents and differences of width. */
function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .replaceAll(MANY_MARKS, '$1')
    .normalize('NFKD')
    .replaceAll(ACCENTS, '')
    .toLowerCase()
    .replaceAll(ACCENTS, '')
    .replaceAll(OTHER_LETTERS, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC');
}

/** The words of a text in their order. The same function reads texts and queries. It takes linear time. */
export function* wordsOf(text: string): Generator<Word> {
  let position = 0;
  let lineEnd = text.indexOf('\n');
  for (const match of text.matchAll(WORD)) {
    if (lineEnd !== -1 && match.index > lineEnd) {
      position += 1;
      lineEnd = text.indexOf('\n', match.index);
    }
    for (const run of match[0].matchAll(SPACELESS)) {
      const start = match.index + run.index;
      if (IS_SPACELESS.test(run[0])) {
        for (const word of pairsOf(run[0], start, position)) yield (((position = word.position), word));
      } else {
        for (const form of fold(run[0].slice(0, WORD_MAX)).match(WORD) ?? [])
          yield { start, end: start + run[0].length, position: ++position, forms: [form, ...partsOf(run[0], form)], pair: null };
      }
    }
  }
}

/** Parts by which a word is searched as well. Arabic words often begin with the article. */
function partsOf(word: string, form: string): string[] {
  if (form.startsWith('ال') && form.length > 4) return [form.slice(2)];
  if (!/\p{Ll}/u.test(word) || word.length > WORD_MAX) return [];
  const parts = Array.from(word.matchAll(HUMPS), ({ index }) => fold(word.slice(index)));
  return parts.slice(0, PARTS_MAX).filter((part) => part !== '' && part !== form);
}

/** Pairs of characters: a phrase of pairs finds any part of a text without spaces. */
function* pairsOf(run: string, start: number, before: number): Generator<Word> {
  const original = Array.from(run);
  const folded = Array.from(fold(run));
  const isSame = original.length === folded.length;
  let [at, position] = [start, before];
  for (const [nth, character] of folded.entries()) {
    const next = folded[nth + 1];
    const own = original[nth]?.length ?? 0;
    const end = isSame ? at + own + (original[nth + 1]?.length ?? 0) : start + run.length;
    const form = character + (next ?? '');
    yield { start: isSame ? at : start, end, position: ++position, forms: [form], pair: next === undefined ? 'last' : 'pair' };
    at += own;
  }
}

/** Which words weigh most. */
export type Weight = 'A' | 'B' | 'C' | 'D';

/** PostgreSQL counts no further. */
const POSITION_MAX = 16_383;
/** PostgreSQL keeps no more positions of one word. */
const PLACES_MAX = 255;
/** PostgreSQL refuses vectors of more than 1,048,575 bytes. */
const VECTOR_MAX_BYTES = 1_000_000;
/** What a vector needs for a word besides its letters, for alignment and the number of its positions, and for each position. */
const [WORD_BYTES, PLACE_BYTES] = [3, 2];
/** There are about a million codes. */
const PAIR_CODE_BITS = 20;
/** The prime and the start of the hash function FNV-1a for 32 bits. */
const [FNV_PRIME, FNV_START] = [0x01_00_01_93, 0x81_1c_9d_c5];

/**
 * The code of two words that follow each other. It is stored as a word that no text has. PostgreSQL would have to read every entry with both words of
 * a phrase to see whether they follow each other; by their code it reads few others than those where they do. Different pairs can have the same code.
 */
export function pairCode(first: string, second: string): string {
  let hash = FNV_START;
  for (const text of [first, ' ', second])
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  const code = (hash ^ (hash >>> PAIR_CODE_BITS)) & (2 ** PAIR_CODE_BITS - 1);
  return `~${code.toString(36)}`;
}

/** A `tsvector` of limited size. What is added when it is full is left out. */
class WordVector {
  readonly #places = new Map<string, string[]>();
  readonly #codes = new Set<string>();
  #bytes = 0;

  get isFull(): boolean {
    return this.#bytes >= VECTOR_MAX_BYTES;
  }

  addWord({ forms }: Word, position: number, weight: Weight): void {
    for (const form of forms) {
      const places = this.#places.get(form);
      if (places !== undefined && places.length >= PLACES_MAX) continue;
      if (!this.#hasSpace(PLACE_BYTES + (places === undefined ? Buffer.byteLength(form) + WORD_BYTES : 0))) return;
      if (places === undefined) this.#places.set(form, [`${position}${weight}`]);
      else places.push(`${position}${weight}`);
    }
  }

  /** Adds the codes of all forms of two words that follow each other. */
  addPair({ forms: firsts }: Word, { forms: seconds }: Word): void {
    for (const first of firsts) {
      for (const second of seconds) {
        const code = pairCode(first, second);
        if (this.#codes.has(code)) continue;
        if (!this.#hasSpace(code.length)) return;
        this.#codes.add(code);
      }
    }
  }

  #hasSpace(bytes: number): boolean {
    this.#bytes += bytes;
    return !this.isFull;
  }

  /** The text form. */
  toString(): string {
    const words = Array.from(this.#places, ([form, places]) => `'${form}':${places.join(',')}`);
    return [...words, ...Array.from(this.#codes, (code) => `'${code}'`)].join(' ');
  }
}

/**
 * The text form of a `tsvector`: the words with their positions, and the codes of the pairs of words that follow each other. The positions of a part
 * continue those of the part before, with a gap.
 */
export function vectorOf(parts: readonly { readonly text: string; readonly weight: Weight }[]): string {
  const vector = new WordVector();
  let before = 0;
  for (const { text, weight } of parts) {
    let last = before;
    let previous: Word | null = null;
    for (const word of wordsOf(text)) {
      if (vector.isFull) break;
      last = Math.min(before + word.position, POSITION_MAX);
      vector.addWord(word, last, weight);
      const isInPhrases = before + word.position <= POSITION_MAX;
      if (previous?.position === word.position - 1 && isInPhrases) vector.addPair(previous, word);
      previous = word;
    }
    before = last + 1;
  }
  return vector.toString();
}
