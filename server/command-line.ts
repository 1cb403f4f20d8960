import { parseArgs, type ParseArgsConfig } from 'node:util';
import { EmbeddedPostgresError } from 'embedded-postgres-server';
import packageJson from '#package' with { type: 'json' };
import { adminCommands } from './admin-commands.ts';
import { backupCommands } from './backup-commands.ts';
import { BackupError } from './backup/snapshot.ts';
import { CommandError, type Command, UsageError } from './command.ts';
import { ConfigError, readConfig } from './config.ts';
import { isUnavailable } from './db/faults.ts';
import { DatabaseLevelError } from './db/levels.ts';
import { migrateDatabase } from './db/migrate.ts';
import { databaseOfCommand } from './db/open-database.ts';
import { doctorCommands } from './doctor-commands.ts';
import { AppError } from './errors.ts';
import { createLog } from './log.ts';
import { storageCommands } from './storage-commands.ts';
import { StorageError } from './storage/storage-errors.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: {
    usage: 'lectern serve',
    summary: 'Starts the server, like `npm start`. The web application must have been built.',
    run: async () => {
      await import('./main.ts');
    },
  },
  migrate: {
    usage: 'lectern migrate',
    summary: 'Brings the tables of the database up to date. The server does this as well when it starts.',
    run: async () => {
      await using opened = new AsyncDisposableStack();
      const config = readConfig();
      const url = await databaseOfCommand({ config, log: createLog('silent') }, opened);
      await migrateDatabase({ url, log: (line) => process.stderr.write(`${line}\n`) });
      process.stdout.write('The tables are up to date.\n');
    },
  },
  ...adminCommands,
  ...backupCommands,
  ...doctorCommands,
  ...storageCommands,
};

const GENERAL = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } } as const;

/** Runs the command of this process's arguments. The exit code is 0, 1 if it failed, or 2 if it was not understood. */
export async function runCommandLine(): Promise<void> {
  try {
    await run(process.argv.slice(2));
  } catch (fault) {
    process.stderr.write(`lectern: ${sentenceOf(fault)}\n`);
    process.exitCode = fault instanceof UsageError ? 2 : 1;
  }
}

async function run(args: readonly string[]): Promise<void> {
  const [name, command] = commandOf(args);
  if (command === null) return general(args);
  const { values, positionals } = parsed([...args].slice(name.split(' ').length), command);
  if (values['help'] === true) return print(helpOf(command));
  const expected = command.operands ?? [];
  if (positionals.length !== expected.length)
    throw new UsageError(
      expected.length === 0 ? `Leave out ${positionals.join(' ')}.` : `Specify ${expected.join(' ')}: ${command.usage}.`,
    );
  await command.run({ values, positionals });
}

/** The command with the longest name that the arguments begin with. */
function commandOf(args: readonly string[]): [string, Command | null] {
  for (const length of [2, 1]) {
    const name = args.slice(0, length).join(' ');
    if (Object.hasOwn(COMMANDS, name)) return [name, COMMANDS[name] ?? null];
  }
  return ['', null];
}

function general([first]: readonly string[]): void {
  if (first === '--version') return print(packageJson.version);
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    print(overview());
    if (first === undefined) process.exitCode = 2;
    return undefined;
  }
  throw new UsageError(`There is no command "${first}". \`lectern --help\` lists them.`);
}

function parsed(args: string[], command: Command) {
  const options: ParseArgsConfig['options'] = { ...GENERAL, ...command.options };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (fault) {
    const [sentence = ''] = fault instanceof Error ? fault.message.split('\n') : [];
    throw new UsageError(/[.!]$/.test(sentence) ? sentence : `${sentence}.`);
  }
}

function helpOf({ usage, summary, details = '' }: Command): string {
  return [`Usage: ${usage}`, '', summary, ...(details === '' ? [] : ['', details])].join('\n');
}

function overview(): string {
  const all = Object.values(COMMANDS);
  const width = Math.max(...all.map(({ usage }) => usage.length));
  return [
    'Usage: lectern COMMAND',
    '',
    ...all.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`),
    '',
    'Settings are those of the server: environment variables, and the file .env in the current directory.',
    'Exit codes: 0 done, 1 failed, 2 not understood. `lectern COMMAND --help` says more about a command.',
  ].join('\n');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function sentenceOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  // Messages of these are sentences that say what to do.
  const kinds = [UsageError, CommandError, ConfigError, EmbeddedPostgresError, DatabaseLevelError, BackupError, AppError];
  if (kinds.some((kind) => fault instanceof kind)) return fault.message;
  if (fault instanceof StorageError) return `${fault.message}. Check DATA_DIR or the settings of S3.`;
  if (isUnavailable(fault)) return `The database cannot be reached (${fault.message}). Check DATABASE_URL, and that it runs.`;
  return fault.stack ?? fault.message;
}
