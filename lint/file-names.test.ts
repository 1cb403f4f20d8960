import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryFiles } from './repository-files.ts';

const files = repositoryFiles();

/** Such names say nothing about the contents, and the files collect unrelated code. */
const CATCH_ALL = 'utils?|helpers?|misc|common';

it('has no catch-all files or folders', () => {
  const catchAll = files.filter(
    (file) => new RegExp(`^(${CATCH_ALL})([.-]|$)`).test(basename(file)) || new RegExp(`(^|/)(${CATCH_ALL})/`).test(file),
  );
  expect(catchAll).toEqual([]);
});
