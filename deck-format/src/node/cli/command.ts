import { readFileSync } from 'node:fs';
import type { ParseArgsConfig } from 'node:util';
import { parseArgs } from 'node:util';

/** A subcommand: `stage <name>`. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `stage <name> --help` prints. */
  readonly help: string;
  /** Runs the command with the arguments after its name. Resolves to the exit code. @throws UsageError */
  readonly run: (args: string[]) => Promise<number>;
}

/** Exit codes: success; the deck is invalid, or a slide of it cannot be shown; usage error; files are missing (`stage pack --strict`); there is no browser. */
export const EXIT = { success: 0, invalidDeck: 1, usageError: 2, filesMissing: 3, noBrowser: 4 } as const;

/**
 * The arguments are wrong: an unknown option, a file that does not exist, or an output that cannot be written. The message is one
 * sentence.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Like `parseArgs`. @throws UsageError if the arguments are wrong */
export function parseCommandLine<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // Remove Node's second sentence, which is about "--".
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(message.replace(/\. To specify .*$/s, '').replace(/\.?$/, '.'));
  }
}

/** The only positional argument. `what` names it in the message. @throws UsageError if there is none or more than one */
export function onlyOperand(operands: readonly string[], what: string): string {
  const [operand, ...rest] = operands;
  if (operand === undefined || rest.length > 0) throw new UsageError(`Specify exactly one ${what}.`);
  return operand;
}

/** Replaces control characters: text from decks is untrusted and could contain escape sequences for the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/** The lines as output for people, without control characters. */
export function printableLines(lines: readonly string[]): string {
  return `${lines.map(printable).join('\n')}\n`;
}

/** The version in this package's `package.json`. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest))
    throw new TypeError('package.json has no version.');
  return String(manifest.version);
}
