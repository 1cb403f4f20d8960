import { expect, it } from 'vitest';
import { repositoryFiles, textOf } from './repository-files.ts';

/** A literal that begins with any number of any characters. */
const BEGINS_WITH_ANYTHING = /(?:^|[([{=>,:?&|!]|\b(?:return|void)) *\/(?:\.|\[\\s\\S\]|\[\\S\\s\]|\[\^\])[*+]/;

it.each([
  [String.raw`return Number(/.*last: (\d+)/s.exec(text)?.[1])`, true],
  [String.raw`const found = /[\s\S]+last/.test(text);`, true],
  [String.raw`const find = (text) => /.+last/.test(text);`, true],
  [String.raw`    /.*last/.test(text),`, true],
  [String.raw`return /.*last/.test(text);`, true],
  [String.raw`return /^.*last: (\d+)/s.exec(text);`, false],
  [String.raw`return /last: (\d+).*/s.exec(text);`, false],
])('whether a regular expression begins with anything is known: %s', (code, expected) => {
  expect(BEGINS_WITH_ANYTHING.test(code)).toBe(expected);
});

// If the rest is not found, it reads the text to its end again from each character.
it('no regular expression begins with any number of any characters, because its time grows with the square of the length', () => {
  const files = repositoryFiles('*.ts', '*.tsx', '*.mjs', '*.cjs', ':!lint/', ':!**/fixtures/**');
  const found = files.flatMap((file) => {
    const lines = textOf(file).split('\n');
    return lines.filter((line) => BEGINS_WITH_ANYTHING.test(line)).map((line) => `${file}: ${line.trim()}`);
  });
  expect(found).toEqual([]);
});
