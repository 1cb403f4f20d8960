import { execFile } from 'node:child_process';
import type { Account } from './account.ts';
import { EmbeddedPostgresError } from './error.ts';

/** The whole environment of PostgreSQL: the caller's variables (locale, PG*, LD_*) must not reach it. */
export const PROGRAM_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

export interface Outcome {
  readonly ok: boolean;
  /** Standard output or standard error, for a message; at most 1 MiB. */
  readonly output: string;
}

/** The file and arguments for `spawn`, with the account's wrapper in front. */
export function wrapped(account: Account, file: string, args: readonly string[]): { file: string; args: string[] } {
  const [first = file, ...rest] = [...account.wrapper, file, ...args];
  return { file: first, args: rest };
}

/** The options of `spawn` that run a program under an account. */
export function under(account: Account): { uid?: number; gid?: number; env: typeof PROGRAM_ENVIRONMENT } {
  const identity = account.drop ? { uid: account.uid, gid: account.gid } : {};
  return { ...identity, env: PROGRAM_ENVIRONMENT };
}

/** Ends a program that hangs. initdb writes a thousand files and waits for the disk, which other programs may keep busy for minutes. */
const LIMIT_MS = 10 * 60_000;

/**
 * Runs a program to its end; never rejects.
 * @param cwd entered before the user changes, so it may be a directory that the account cannot reach by its path.
 */
export async function runProgram(account: Account, program: string, programArgs: readonly string[], cwd = '/'): Promise<Outcome> {
  const { file, args } = wrapped(account, program, programArgs);
  return new Promise((resolve) => {
    const options = { ...under(account), cwd, timeout: LIMIT_MS };
    try {
      execFile(file, args, options, (error, stdout, stderr) => {
        const trouble = error ? stderr || stdout || error.message : '';
        resolve({ ok: error === null, output: trouble.trim() || stdout.trim() });
      });
    } catch (error) {
      resolve({ ok: false, output: String(error) }); // a refused setuid is thrown, not passed to the callback
    }
  });
}

/** Whether this process may run programs under the account. */
export async function canRun(account: Account): Promise<boolean> {
  return (await runProgram(account, '/bin/sh', ['-c', 'exit 0'])).ok;
}

/** Whether the account can enter a directory by its path, through every parent. */
export async function canEnter(account: Account, directory: string): Promise<boolean> {
  return (await runProgram(account, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory])).ok;
}

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
    `PostgreSQL runs as user id ${account.uid}, which cannot reach ${directory}: use a directory that other users may pass through, or start this program as an ordinary user.`,
  );
}
