import type { Account } from './account.ts';
import { EmbeddedPostgresError } from './error.ts';
import { canEnter } from './programs.ts';

/** How a program is given a directory: spawn it in `cwd`, tell it `path`. */
export interface Approach {
  readonly cwd: string;
  readonly path: string;
}

/**
 * The way by which an account gets at its own directory even when a parent is closed to it (0700, as
 * /root often is): Node enters the directory before it drops to the user, and Linux lets every
 * process follow /proc/self/cwd without walking the path. PostgreSQL's children inherit it.
 * @throws EmbeddedPostgresError where there is no /proc (macOS).
 */
export async function approach(account: Account, directory: string): Promise<Approach> {
  if (await canEnter(account, directory)) return { cwd: directory, path: directory };
  if (process.platform === 'linux') return { cwd: directory, path: '/proc/self/cwd' };
  throw new EmbeddedPostgresError(
    `PostgreSQL runs as user id ${account.uid}, which cannot reach ${directory}: set DATA_DIR to a directory that others may pass through, or start Lectern as an ordinary user.`,
  );
}
