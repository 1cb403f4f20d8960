import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * The files of the repository, those that are not committed yet included.
 * @param patterns pathspecs of Git; none for all files
 * @returns paths from the root of the repository
 */
export function repositoryFiles(...patterns: string[]): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '');
}

/** The text of a file. @param file its path from the root of the repository */
export function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
