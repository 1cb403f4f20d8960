import { PackError } from '../pack/options.ts';
import { type Command, EXIT, packageVersion, UsageError } from './command.ts';
import { inspect } from './inspect.ts';
import { pack } from './pack.ts';
import { verify } from './verify.ts';

const COMMANDS: ReadonlyMap<string, Command> = new Map([verify, inspect, pack].map((command) => [command.name, command]));

const HELP = `Usage: stage COMMAND [options]

Commands:
${[...COMMANDS.values()].map(({ name, summary }) => `  ${name.padEnd(10)}${summary}`).join('\n')}

Options:
  --help      help; "stage COMMAND --help" for a command's own
  --version   the version of this program

Exit codes: 0 done, 1 the deck is at fault, 2 the command was used wrongly.
`;

/**
 * Runs one command line: prints what it has to say, a refusal as one sentence on standard error.
 *
 * @param args without the program's own name
 * @returns the exit code
 */
export async function stage(args: string[]): Promise<number> {
  try {
    return await run(args);
  } catch (error) {
    // The message explains a wrong use, a faulty deck and a system error; anything else is a fault of this program.
    const isExplained = error instanceof UsageError || error instanceof PackError || (error instanceof Error && 'code' in error);
    const fault = error instanceof Error ? error.stack : String(error);
    process.stderr.write(`stage: ${isExplained ? error.message : fault}\n`);
    return error instanceof UsageError ? EXIT.wrongUse : EXIT.badDeck;
  }
}

async function run([name = '', ...args]: string[]): Promise<number> {
  const [topic = ''] = args;
  if (name === '--version' || name === '-v') return print(`${packageVersion()}\n`);
  if (name === 'help' || name === '--help' || name === '-h') return print(topic === '' ? HELP : commandNamed(topic).help);
  if (name === '') {
    print(HELP);
    return EXIT.wrongUse;
  }
  const command = commandNamed(name);
  const flags = new Set(args.slice(0, args.includes('--') ? args.indexOf('--') : undefined));
  if (flags.has('--help') || flags.has('-h')) return print(command.help);
  if (flags.has('--version')) return print(`${packageVersion()}\n`);
  return command.run(args);
}

function commandNamed(name: string): Command {
  const command = COMMANDS.get(name);
  if (!command) throw new UsageError(`There is no command "${name}"; there are ${[...COMMANDS.keys()].join(', ')}.`);
  return command;
}

function print(text: string): number {
  process.stdout.write(text);
  return EXIT.done;
}
