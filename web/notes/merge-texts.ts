import { diff3Merge, diffComm, diffIndices } from 'node-diff3';

interface Texts {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/**
 * Merges two changes of a text; null if they change the same words. Merges by lines first, because merging by words is slow in
 * long texts.
 */
export function mergeTexts(texts: Texts): string | null {
  return merge(texts, lines, (inLines) => merge(inLines, words, () => null));
}

function merge(
  { base, mine, theirs }: Texts,
  cut: (text: string) => string[],
  onConflict: (texts: Texts) => string | null,
): string | null {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const merged: string[] = [];
  for (const { ok, conflict } of diff3Merge(cut(mine), cut(base), cut(theirs), { excludeFalseConflicts: true })) {
    const join = (pieces: readonly string[] = []) => pieces.join('');
    const piece =
      conflict === undefined
        ? join(ok)
        : onConflict({ base: join(conflict.o), mine: join(conflict.a), theirs: join(conflict.b) });
    if (piece === null) return null;
    merged.push(piece);
  }
  return merged.join('');
}

/** A replacement of part of a text. Offsets refer to the old text. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The changes from `before` to `after`, last one first: applied in this order, no change moves the offsets of the next. */
export function textChanges(before: string, after: string): TextChange[] {
  const tokens = words(before);
  const offsets = [0];
  for (const token of tokens) offsets.push((offsets.at(-1) ?? 0) + token.length);
  return diffIndices(tokens, words(after))
    .map(({ buffer1: [at, length], buffer2Content }) => ({
      start: offsets[at] ?? before.length,
      end: offsets[at + length] ?? before.length,
      text: buffer2Content.join(''),
    }))
    .toReversed();
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

function lines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
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
