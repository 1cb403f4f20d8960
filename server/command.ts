import type { ParseArgsConfig } from 'node:util';

/** One command of `lectern`. */
export interface Command {
  readonly usage: string;
  /** One sentence. */
  readonly summary: string;
  /** What `--help` says besides. */
  readonly details?: string;
  /** The names of the arguments without a dash. All are required. */
  readonly operands?: readonly string[];
  readonly options?: NonNullable<ParseArgsConfig['options']>;
  run(input: CommandInput): Promise<void>;
}

export interface CommandInput {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
}

/** The arguments are not understood: exit code 2. The message is one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command failed: exit code 1. The message is one sentence that says what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
