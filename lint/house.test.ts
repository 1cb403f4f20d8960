import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');

it('has no drawer for leftovers', () => {
  const drawers = files.filter(
    (file) => /^(utils?|helpers?|misc|common)([.-]|$)/.test(basename(file)) || /(^|\/)(utils?|helpers?|misc|common)\//.test(file),
  );
  expect(drawers).toEqual([]);
});
