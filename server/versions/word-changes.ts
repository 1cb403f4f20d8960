import { diffArrays } from 'diff';
import type { Words } from '#shared/comparison.ts';

/**
 * If more words than these were removed and added, the two texts are shown one after the other. The time to compare grows with the square
 * of the limit; with this one it is some tens of milliseconds. A limit in time would give another answer on a busy machine.
 */
const EDITS_MAX = 300;
/** How much of unchanged text is shown beside a change. */
const AROUND = 80;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** How one text became another, in words. White space is not compared. */
export function wordChanges(before: string, after: string): Words[] {
  const options = {
    comparator: (one: string, other: string) => one.trimEnd() === other.trimEnd(),
    maxEditLength: EDITS_MAX,
  };
  const changes = diffArrays(wordsOf(before), wordsOf(after), options);
  if (changes === undefined)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  return changes.map(({ added, removed, value }, at) => {
    const text = value.join('');
    if (added || removed) return { kind: added ? 'added' : 'removed', text };
    return { kind: 'same', text: shortened(text, at === 0, at === changes.length - 1) };
  });
}

/** Words, each with the white space and the punctuation marks that follow it. */
function wordsOf(text: string): string[] {
  const parts: string[] = [];
  for (const { segment, isWordLike } of words.segment(text)) {
    const last = parts.length - 1;
    if (isWordLike === true || last < 0) parts.push(segment);
    else parts[last] += segment;
  }
  return parts;
}

/** Leaves out what is far from a change. */
function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  const [start, end] = [isFirst ? 0 : AROUND, isLast ? 0 : AROUND];
  if (text.length <= start + end + AROUND) return text;
  const head = text.slice(0, start).replace(/\S*$/u, '');
  const tail = text.slice(text.length - end).replace(/^\S*/u, '');
  return `${head.toWellFormed()}…${tail.toWellFormed()}`;
}
