import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** A literal that begins with any number of any characters. */
const BEGINS_WITH_ANYTHING = /[(=,:?&|!] ?\/(?:\.|\[\\s\\S\]|\[\\S\\s\]|\[\^\])[*+]/;

it.each([
  [String.raw`/.*last: (\d+)/s.exec(text)`, true],
  [String.raw`/[\s\S]+last/.test(text)`, true],
  [String.raw`/^.*last: (\d+)/s.exec(text)`, false],
  [String.raw`/last: (\d+).*/s.exec(text)`, false],
])('whether a regular expression begins with anything is known: %s', (code, expected) => {
  expect(BEGINS_WITH_ANYTHING.test(`const found = ${code};`)).toBe(expected);
});

// From each character on it reads to the end of a text in which the rest is not found.
it('no regular expression begins with any number of any characters, because its time grows with the square of the length', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.cjs', ':!lint/', ':!**/fixtures/**'],
    { cwd: root, encoding: 'utf8' },
  );
  const found = files
    .trim()
    .split('\n')
    .flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      return lines.filter((line) => BEGINS_WITH_ANYTHING.test(line)).map((line) => `${file}: ${line.trim()}`);
    });
  expect(found).toEqual([]);
});
