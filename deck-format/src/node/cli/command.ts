import { readFileSync } from 'node:fs';
import type { ParseArgsConfig } from 'node:util';
import { parseArgs } from 'node:util';

/** One word of the command line: `stage <name>`. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `stage <name> --help` prints. */
  readonly help: string;
  /** Resolves to the exit code. @throws UsageError */
  readonly run: (args: string[]) => Promise<number>;
}

/** Exit codes: the deck is sound and the work is done; the deck is at fault; the command was used wrongly. */
export const EXIT = { done: 0, badDeck: 1, wrongUse: 2 } as const;

/**
 * The command cannot be carried out as it was given: an unknown option, a file that is not there, an output that cannot
 * be written. The message is one sentence, and the exit code is 2.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** `parseArgs` with its complaints as `UsageError`. */
export function parseCommandLine<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // Node adds a second sentence about "--"; one sentence is what fits a terminal.
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(message.replace(/\. To specify .*$/s, '').replace(/\.?$/, '.'));
  }
}

/** The only positional argument. @throws UsageError when there is none or more than one */
export function onlyOperand(operands: readonly string[], what: string): string {
  const [operand, ...rest] = operands;
  if (operand === undefined || rest.length > 0) throw new UsageError(`Name exactly one ${what}.`);
  return operand;
}

/** The version in this package's `package.json`. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest))
    throw new TypeError('package.json has no version.');
  return String(manifest.version);
}
