import { PackError } from '../../pack/source-tree.ts';
import { type Command, EXIT, packageVersion, printable, UsageError } from './command.ts';
import { inspect } from './inspect.ts';
import { pack } from './pack.ts';
import { pdf } from './pdf.ts';
import { RenderingError } from './rendering.ts';
import { verify } from './verify.ts';

const COMMANDS: ReadonlyMap<string, Command> = new Map([verify, inspect, pack, pdf].map((command) => [command.name, command]));

const HELP = `Usage: stage COMMAND [options]

Commands:
${[...COMMANDS.values()].map(({ name, summary }) => `  ${name.padEnd(10)}${summary}`).join('\n')}

Options:
  --help      show this help; "stage COMMAND --help" for the help of a command
  --version   show the version of this program

Exit codes: 0 success, 1 the deck is invalid or a slide cannot be shown, 2 usage error, 3 files are missing (pack --strict),
4 there is no browser to render with.
`;

/**
 * Runs a command line. Prints the output, and errors as one sentence on standard error.
 *
 * @param args the arguments without the name of the program
 * @returns the exit code
 */
export async function stage(args: string[]): Promise<number> {
  try {
    return await run(args);
  } catch (error) {
    // Usage errors, invalid decks and system errors have a message for users. Anything else is a bug and is printed with its
    // stack.
    const isExpected =
      error instanceof UsageError ||
      error instanceof RenderingError ||
      error instanceof PackError ||
      (error instanceof Error && 'code' in error);
    const stack = error instanceof Error ? error.stack : String(error);
    process.stderr.write(`stage: ${isExpected ? printable(error.message) : stack}\n`);
    if (error instanceof RenderingError) return error.exitCode;
    return error instanceof UsageError ? EXIT.usageError : EXIT.invalidDeck;
  }
}

async function run([name = '', ...args]: string[]): Promise<number> {
  const [topic = ''] = args;
  if (name === '--version' || name === '-v') return print(`${packageVersion()}\n`);
  if (name === 'help' || name === '--help' || name === '-h') return print(topic === '' ? HELP : commandNamed(topic).help);
  if (name === '') {
    print(HELP);
    return EXIT.usageError;
  }
  const command = commandNamed(name);
  const flags = new Set(args.slice(0, args.includes('--') ? args.indexOf('--') : undefined));
  if (flags.has('--help') || flags.has('-h')) return print(command.help);
  if (flags.has('--version')) return print(`${packageVersion()}\n`);
  return command.run(args);
}

function commandNamed(name: string): Command {
  const command = COMMANDS.get(name);
  if (!command) throw new UsageError(`There is no command "${name}"; the commands are ${[...COMMANDS.keys()].join(', ')}.`);
  return command;
}

function print(text: string): number {
  process.stdout.write(text);
  return EXIT.success;
}
