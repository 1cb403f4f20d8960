import { execFile } from 'node:child_process';
import path from 'node:path';

const PROGRAM = path.join(import.meta.dirname, '..', '..', 'scripts', 'lectern.mjs');

export interface CommandOutcome {
  readonly code: number;
  /** Standard output. */
  readonly out: string;
  /** Standard error. */
  readonly err: string;
}

interface Surroundings {
  /** All environment variables but PATH. */
  readonly env: Readonly<Record<string, string>>;
  /** The current directory, in which a file .env counts. */
  readonly cwd: string;
  /** A program that starts Node, with its arguments. */
  readonly under?: readonly string[];
}

/** Runs `lectern` as people do. Resolves with the exit code and all output. */
export function runLectern(args: readonly string[], { env, cwd, under = [] }: Surroundings): Promise<CommandOutcome> {
  const [program = process.execPath, ...rest] = [...under, process.execPath, PROGRAM, ...args];
  return new Promise((resolve) => {
    execFile(program, rest, { env: { PATH: process.env['PATH'], ...env }, cwd }, (fault, out, err) =>
      resolve({ code: fault === null ? 0 : Number(fault.code), out, err }),
    );
  });
}
