import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTexts, textChanges, textPieces } from './merge-texts.ts';

const base = 'Welcome everybody.\nPause here, look up.\nThen the figures.';

describe('merging two changes of a text', () => {
  it('keeps both changes if they do not overlap', () => {
    const mine = base.replace('everybody', 'all of you');
    const theirs = `${base}\nAsk for questions.`;
    expect(mergeTexts({ base, mine, theirs })).toBe(
      'Welcome all of you.\nPause here, look up.\nThen the figures.\nAsk for questions.',
    );
  });

  it('keeps both changes within one line', () => {
    const mine = base.replace('Pause', 'Stop');
    const theirs = base.replace('look up', 'look around');
    expect(mergeTexts({ base, mine, theirs })).toContain('Stop here, look around.');
  });

  it('returns null if both change the same words', () => {
    const mine = base.replace('figures', 'numbers');
    const theirs = base.replace('figures', 'results');
    expect(mergeTexts({ base, mine, theirs })).toBeNull();
  });

  it('returns null if one deletes what the other changes', () => {
    expect(mergeTexts({ base, mine: '', theirs: base.replace('up', 'down') })).toBeNull();
  });

  it('keeps equal changes once', () => {
    expect(mergeTexts({ base, mine: 'same', theirs: 'same' })).toBe('same');
  });

  it.each([
    ['an empty text', '', 'Ann', 'Ben', 'Ann\nBen'],
    ['an empty text, each with a line break', '', 'Ann\n', '\nBen', 'Ann\n\nBen'],
    ['an empty line', 'a\n\nb', 'a\nAnn\nb', 'a\nBen\nb', 'a\nAnn\nBen\nb'],
    ['the end of a text', 'a', 'a\nAnn', 'a\nBen', 'a\nAnn\nBen'],
    ['the start of a text', 'a', 'Ann\na', 'Ben\na', 'Ann\nBen\na'],
    ['the end of a text, in several lines', 'a\n', 'a\nAnn 1\nAnn 2', 'a\nBen', 'a\nAnn 1\nAnn 2\nBen'],
  ])('keeps lines that both insert into %s, each as a line', (_, from, mine, theirs, merged) => {
    expect(mergeTexts({ base: from, mine, theirs })).toBe(merged);
    expect(mergeTexts({ base: from, mine: theirs, theirs: mine })).toBe(merged);
  });

  it('keeps a changed line and a line that is inserted beside it', () => {
    expect(mergeTexts({ base: 'Hel', mine: 'Hello', theirs: 'Ben\nHel' })).toBe('Ben\nHello');
    expect(mergeTexts({ base: 'Hel', mine: 'Hello', theirs: 'Hel\nBen' })).toBe('Hello\nBen');
  });

  it('returns null if the lines at the same place may be the same ones in two states', () => {
    expect(mergeTexts({ base: '', mine: 'Hello all', theirs: 'Hello' }, true)).toBeNull();
    expect(mergeTexts({ base: 'a\n-\nb', mine: 'A\n-\nb', theirs: 'a\n-\nB' }, true)).toBe('A\n-\nB');
  });

  it('works in scripts without spaces', () => {
    const text = '今日は皆さんにお会いできて嬉しいです。質問は最後にお願いします。';
    const mine = text.replace('今日', '明日');
    const theirs = text.replace('最後', '途中');
    expect(mergeTexts({ base: text, mine, theirs })).toBe(mine.replace('最後', '途中'));
  });

  it('works for the longest notes', () => {
    const long = Array.from({ length: 2700 }, (_, at) => `word${String(at % 300)}${at % 20 === 0 ? '\n' : ' '}`).join('');
    expect(mergeTexts({ base: long, mine: `First. ${long}`, theirs: `${long} Last.` })).toBe(`First. ${long} Last.`);
  });
});

const someText = fc
  .array(fc.constantFrom('one', 'two', ' ', '\n', '\r', '\u2028', '.', 'drei', '四'), { maxLength: 30 })
  .map((parts) => parts.join(''));

describe('for any texts', () => {
  it('merging keeps one side if the other has not changed', () => {
    fc.assert(
      fc.property(someText, someText, (from, to) => {
        expect(mergeTexts({ base: from, mine: to, theirs: from })).toBe(to);
        expect(mergeTexts({ base: from, mine: from, theirs: to })).toBe(to);
      }),
    );
  });

  it('merging is symmetric', () => {
    fc.assert(
      fc.property(someText, someText, someText, (from, a, b) => {
        expect(mergeTexts({ base: from, mine: a, theirs: b })).toBe(mergeTexts({ base: from, mine: b, theirs: a }));
      }),
    );
  });

  it('merging keeps every line that either side inserts exactly once, in its order and as a line', () => {
    // For each gap between the lines of the base, the lines that one side inserts there.
    const insertions = fc.array(fc.array(fc.constantFrom('x', 'y z', ''), { maxLength: 3 }), { minLength: 4, maxLength: 4 });
    const textOf = (side: string, gaps: string[][]): string =>
      gaps
        .flatMap((gap, at) => [...gap.map((line) => `${side} ${line}`), ...(at === 3 ? [] : [`base ${String(at)}`])])
        .join('\n');
    fc.assert(
      fc.property(insertions, insertions, (ours, others) => {
        const mine = textOf('mine', ours);
        const theirs = textOf('theirs', others);
        const merged = mergeTexts({ base: textOf('', [[], [], [], []]), mine, theirs })?.split('\n') ?? [];
        expect(merged.filter((line) => !line.startsWith('theirs')).join('\n')).toBe(mine);
        expect(merged.filter((line) => !line.startsWith('mine')).join('\n')).toBe(theirs);
      }),
    );
  });

  it('applying the changes of a text to it gives the other text', () => {
    fc.assert(
      fc.property(someText, someText, (before, after) => {
        const made = textChanges(before, after).reduce(
          (text, change) => text.slice(0, change.start) + change.text + text.slice(change.end),
          before,
        );
        expect(made).toBe(after);
      }),
    );
  });

  it('a change does not touch the characters that stay the same', () => {
    expect(textChanges('Ann writes', 'Ann writes\nBen writes')).toEqual([{ start: 10, end: 10, text: '\nBen writes' }]);
    expect(textChanges('Ben l', 'Ben l\nAnn')).toEqual([{ start: 5, end: 5, text: '\nAnn' }]);
    fc.assert(
      fc.property(someText, someText, (before, after) => {
        for (const { start, end, text } of textChanges(before, after)) {
          const [first, last] = [before.slice(start, end).at(0), before.slice(start, end).at(-1)];
          expect(first === undefined || text === '' || (first !== text.at(0) && last !== text.at(-1))).toBe(true);
        }
      }),
    );
  });

  it('the pieces of a difference contain both texts', () => {
    fc.assert(
      fc.property(someText, someText, (before, after) => {
        const without = (what: string) => textPieces(before, after).flatMap(({ is, text }) => (is === what ? [] : [text]));
        expect(without('added').join('')).toBe(before);
        expect(without('removed').join('')).toBe(after);
      }),
    );
  });
});
