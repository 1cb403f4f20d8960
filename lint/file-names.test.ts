import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');

/** Such names say nothing about the contents, and the files collect unrelated code. */
const CATCH_ALL = 'utils?|helpers?|misc|common';

it('has no catch-all files or folders', () => {
  const catchAll = files.filter(
    (file) => new RegExp(`^(${CATCH_ALL})([.-]|$)`).test(basename(file)) || new RegExp(`(^|/)(${CATCH_ALL})/`).test(file),
  );
  expect(catchAll).toEqual([]);
});
