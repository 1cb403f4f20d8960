import type { Account } from './account.ts';
import { EmbeddedPostgresError } from './error.ts';
import { canEnter } from './programs.ts';

/** How to give a program access to a directory: spawn it in `cwd` and pass `path` as the path. */
export interface Approach {
  readonly cwd: string;
  readonly path: string;
}

/**
 * Gives an account access to its own directory even when a parent is closed to it (0700, as /root often is). Node enters the
 * directory before it switches the user, and Linux lets every process use /proc/self/cwd without checking the parents. PostgreSQL's
 * child processes inherit it.
 * @throws EmbeddedPostgresError where there is no /proc (macOS).
 */
export async function approach(account: Account, directory: string): Promise<Approach> {
  if (await canEnter(account, directory)) return { cwd: directory, path: directory };
  if (process.platform === 'linux') return { cwd: directory, path: '/proc/self/cwd' };
  throw new EmbeddedPostgresError(
    `PostgreSQL runs as user id ${account.uid}, which cannot reach ${directory}: set DATA_DIR to a directory that others may pass through, or start Lectern as an ordinary user.`,
  );
}
