import { execFile } from 'node:child_process';
import type { Account } from './account.ts';

/** Nothing of the caller's environment (locale, PG*, LD_*) may reach PostgreSQL. */
export const PROGRAM_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

export interface Outcome {
  readonly ok: boolean;
  /** Both outputs, for a message; at most 1 MiB. */
  readonly output: string;
}

/** A file and arguments for `spawn`, with the account's wrapper in front. */
export function wrapped(account: Account, file: string, args: readonly string[]): { file: string; args: string[] } {
  const [first = file, ...rest] = [...account.wrapper, file, ...args];
  return { file: first, args: rest };
}

/** The part of spawn's options that puts a program under an account. */
export function under(account: Account): { uid?: number; gid?: number; env: typeof PROGRAM_ENVIRONMENT } {
  const identity = account.drop ? { uid: account.uid, gid: account.gid } : {};
  return { ...identity, env: PROGRAM_ENVIRONMENT };
}

/**
 * Runs a short program to its end; never rejects.
 * @param cwd entered before the user changes, so it may be one that the account could not reach itself.
 */
export async function runProgram(account: Account, program: string, programArgs: readonly string[], cwd = '/'): Promise<Outcome> {
  const { file, args } = wrapped(account, program, programArgs);
  return new Promise((resolve) => {
    const options = { ...under(account), cwd, timeout: 60_000 };
    try {
      execFile(file, args, options, (error, stdout, stderr) => {
        const trouble = error ? stderr || stdout || error.message : '';
        resolve({ ok: error === null, output: trouble.trim() || stdout.trim() });
      });
    } catch (error) {
      resolve({ ok: false, output: String(error) }); // setuid refusals are thrown, not passed on
    }
  });
}

/** Whether this process may run anything at all under the account. */
export async function canRun(account: Account): Promise<boolean> {
  return (await runProgram(account, '/bin/sh', ['-c', 'exit 0'])).ok;
}

/** Whether the account gets to a directory by its path, every parent included. */
export async function canEnter(account: Account, directory: string): Promise<boolean> {
  return (await runProgram(account, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory])).ok;
}
