import { describe, expect, it, vi } from 'vitest';
import { wordChanges } from './word-changes.ts';

/** `[-removed-]`, `{+added+}`. */
const marked = (before: string, after: string): string =>
  wordChanges(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`))
    .join('');

describe('changes of a text', () => {
  it.each([
    ['in one word', 'Sales grew by 4 percent', 'Sales grew by 9 percent', 'Sales grew by [-4 -]{+9 +}percent'],
    ['in several words', 'the quick fox', 'a slow fox', '[-the quick -]{+a slow +}fox'],
    ['at the end', 'Agenda', 'Agenda\nNumbers', 'Agenda\n{+Numbers+}'],
    ['in Chinese', '今年增长百分之四', '今年增长百分之九', undefined],
    ['none but line breaks', 'one\ntwo', 'one two', 'one two'],
    ['from nothing', '', 'new', '{+new+}'],
  ])('%s', (_, before, after, expected) => {
    const text = marked(before, after);
    if (expected !== undefined) expect(text).toBe(expected);
    expect(text.replaceAll(/\[-.*?-\]|\{\+|\+\}/gsu, '')).toBe(after);
  });

  it('leave out what is far from them', () => {
    const long = 'word '.repeat(200);
    const text = marked(`${long}four ${long}`, `${long}nine ${long}`);
    expect(text.length).toBeLessThan(250);
    expect(text).toMatch(/^…( word)+ \[-four -\]\{\+nine \+\}word (word )+…$/u);
  });

  it('are the same on a machine that stands still in between', () => {
    let now = Date.now();
    using _clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 60_000));
    expect(marked('Sales grew by 4 percent', 'Sales grew by 9 percent')).toBe('Sales grew by [-4 -]{+9 +}percent');
  });

  it('of two long texts without a common word are the whole texts', () => {
    const text = (letter: string) => Array.from({ length: 3000 }, (_, at) => `${letter}${at}`).join(' ');
    expect(wordChanges(text('a'), text('b')).map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });
});
