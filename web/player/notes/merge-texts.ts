import { diff3Merge, diffComm, diffIndices } from 'node-diff3';

interface Texts {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/** Both changes of one text in one; null where they touch the same words. Line by line first: words alone take long in a long text. */
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

/** A piece of a text that another takes the place of. Offsets are of the old text. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What makes `after` out of `before`, from the back to the front: applied in this order, no change moves the next. */
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

export interface TextPiece {
  readonly is: 'kept' | 'added' | 'removed';
  readonly text: string;
  /** Its number, for lists. */
  readonly at: number;
}

/** Both texts in one, word by word: what was removed from `before` stands in front of what was added in its place. */
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
 * Words of any script, each with the spaces and signs behind it: a finer cut would mix the letters of two people inside
 * one word.
 */
function words(text: string): string[] {
  const tokens: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike !== true && tokens.length > 0) tokens.push((tokens.pop() ?? '') + segment);
    else tokens.push(segment);
  }
  return tokens;
}
