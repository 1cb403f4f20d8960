import { diff3Merge, diffComm, diffIndices } from 'node-diff3';

interface Texts {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/**
 * Merges two changes of a text; null if they change the same words. Lines that both insert at the same place are all kept, one
 * below the other, in an order that does not depend on which change is whose. Merges by lines first, because merging by words is
 * slow in long texts.
 *
 * @param isRepeat whether `theirs` may contain an earlier state of `mine`. Lines inserted at the same place could then be the same
 * lines, so the result is null.
 */
export function mergeTexts(texts: Texts, isRepeat = false): string | null {
  const inLines = (lines: Pieces) =>
    mergeInsertedLines(lines, isRepeat) ??
    merge(textsOf(lines, '\n'), words, () => null)
      ?.join('')
      .split('\n') ??
    null;
  return merge(texts, (text) => text.split('\n'), inLines)?.join('\n') ?? null;
}

/** The three texts, cut into lines or words. */
type Pieces = Record<keyof Texts, readonly string[]>;

const textsOf = ({ base, mine, theirs }: Pieces, separator: string): Texts => ({
  base: base.join(separator),
  mine: mine.join(separator),
  theirs: theirs.join(separator),
});

function merge(
  { base, mine, theirs }: Texts,
  cut: (text: string) => string[],
  onConflict: (pieces: Pieces) => readonly string[] | null,
): string[] | null {
  if (mine === theirs || theirs === base) return cut(mine);
  if (mine === base) return cut(theirs);
  const merged: string[] = [];
  for (const { ok, conflict } of diff3Merge(cut(mine), cut(base), cut(theirs), { excludeFalseConflicts: true })) {
    const pieces = conflict === undefined ? ok : onConflict({ base: conflict.o, mine: conflict.a, theirs: conflict.b });
    if (pieces === null) return null;
    merged.push(...(pieces ?? []));
  }
  return merged;
}

/** Merges changes of the same lines if at least one side only inserts lines before or after them; otherwise null. */
function mergeInsertedLines({ base, mine, theirs }: Pieces, isRepeat: boolean): readonly string[] | null {
  const both = (some: readonly string[], others: readonly string[]): readonly string[] | null => {
    if (some.length === 0 || others.length === 0 || some.join('\n') === others.join('\n')) return some.length > 0 ? some : others;
    if (isRepeat) return null;
    return some.join('\n') < others.join('\n') ? [...some, ...others] : [...others, ...some];
  };
  const [around, aroundTheirs] = [linesAround(base, mine), linesAround(base, theirs)];
  if (around !== null && aroundTheirs !== null) {
    const [before, after] = [both(around.before, aroundTheirs.before), both(around.after, aroundTheirs.after)];
    return before === null || after === null ? null : [...before, ...base, ...after];
  }
  if (aroundTheirs !== null) return [...aroundTheirs.before, ...mine, ...aroundTheirs.after];
  if (around !== null) return [...around.before, ...theirs, ...around.after];
  // Both have filled the same empty line.
  return base.length === 1 && base[0] === '' ? both(mine, theirs) : null;
}

/** The lines before and after `lines` in `changed`; null if it does not contain them unchanged. */
function linesAround(
  lines: readonly string[],
  changed: readonly string[],
): { before: readonly string[]; after: readonly string[] } | null {
  const starts = changed.length - lines.length + 1;
  const at = Array.from({ length: Math.max(0, starts) }).findIndex((_, start) =>
    lines.every((line, offset) => changed[start + offset] === line),
  );
  return at === -1 ? null : { before: changed.slice(0, at), after: changed.slice(at + lines.length) };
}

/** A replacement of part of a text. Offsets refer to the old text. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The changes from `before` to `after`, last one first: applied in this order, no change moves the offsets of the next. */
export function textChanges(before: string, after: string): TextChange[] {
  // What is the same at the start and at the end of both is not compared word by word: a word that occurs twice could be taken
  // for the other one.
  const whole = trimmed(before, { start: 0, end: before.length, text: after });
  const middle = before.slice(whole.start, whole.end);
  const tokens = words(middle);
  const offsets = [whole.start];
  for (const token of tokens) offsets.push((offsets.at(-1) ?? 0) + token.length);
  return diffIndices(tokens, words(whole.text))
    .map(({ buffer1: [at, length], buffer2Content }) =>
      trimmed(before, {
        start: offsets[at] ?? whole.end,
        end: offsets[at + length] ?? whole.end,
        text: buffer2Content.join(''),
      }),
    )
    .toReversed();
}

/** The change without the characters at its start and end that stay the same, so that a caret next to them stays in place. */
function trimmed(before: string, { start, end, text }: TextChange): TextChange {
  const shortest = Math.min(end - start, text.length);
  let head = 0;
  while (head < shortest && before[start + head] === text[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && before[end - 1 - tail] === text[text.length - 1 - tail]) tail += 1;
  return { start: start + head, end: end - tail, text: text.slice(head, text.length - tail) };
}

/** A piece of a text compared with another text. */
export interface TextPiece {
  readonly is: 'kept' | 'added' | 'removed';
  readonly text: string;
  /** Its index in the list, usable as a key. */
  readonly at: number;
}

/** Both texts combined word by word: each removed piece comes before the piece that replaces it. */
export function textPieces(before: string, after: string): TextPiece[] {
  const pieces = diffComm(words(before), words(after)).flatMap(({ common, buffer1, buffer2 }) => [
    { is: 'kept' as const, text: (common ?? []).join('') },
    { is: 'removed' as const, text: (buffer1 ?? []).join('') },
    { is: 'added' as const, text: (buffer2 ?? []).join('') },
  ]);
  return pieces.filter(({ text }) => text !== '').map((piece, at) => ({ ...piece, at }));
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * Splits a text into words, each with the white space and punctuation that follow it. Smaller pieces would mix the letters of two
 * people within one word.
 */
function words(text: string): string[] {
  const tokens: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike !== true && tokens.length > 0) tokens.push((tokens.pop() ?? '') + segment);
    else tokens.push(segment);
  }
  return tokens;
}
