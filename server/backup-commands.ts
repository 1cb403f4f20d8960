import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import packageJson from '#package' with { type: 'json' };
import { loadOrCreateSecret } from './auth/secret.ts';
import { BackupRepo } from './backup/backup.repo.ts';
import { BackupRunsRepo } from './backup/backup-runs.repo.ts';
import { snapshotsIn } from './backup/make-backup.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { runBackup } from './backup/run-backup.ts';
import { type Command, CommandError, type CommandInput, UsageError } from './command.ts';
import { type Config, readConfig } from './config.ts';
import { prepareDataDirectory } from './data-directory.ts';
import { connectDatabase } from './db/connect.ts';
import { findEmbeddedDatabase } from './db/embedded-postgres.ts';
import { requireOwnLevel } from './db/levels.ts';
import { databaseOfCommand } from './db/open-database.ts';
import { createLog } from './log.ts';
import { createBlobReader, createBlobStore } from './storage/create-blob-store.ts';

/** Keeping the data of the server. */
export const backupCommands: Readonly<Record<string, Command>> = {
  backup: {
    usage: 'lectern backup DIRECTORY [--keep NUMBER]',
    summary: 'Adds a snapshot of everything to the directory, while the server runs or not.',
    details: [
      '--keep  how many snapshots stay in the directory; older ones are removed. All stay by default.',
      '',
      'A snapshot has all rows of the database of one moment, the decks and pictures that they refer to, and the secret that signs sessions. Files that an',
      'earlier snapshot has are not copied again. Only you can read the directory. Settings such as DATABASE_URL are not part of it.',
    ].join('\n'),
    operands: ['DIRECTORY'],
    options: { keep: { type: 'string' } },
    run: async ({ values, positionals: [directory = ''] }) => {
      const keep = numberOf(values['keep']);
      const target = path.resolve(directory);
      await using opened = new AsyncDisposableStack();
      const config = readConfig();
      const url = await databaseOfCommand({ config, log: createLog('silent') }, opened);
      const database = connectDatabase({ url, poolSize: 1 });
      opened.defer(() => database.close());
      const repo = new BackupRepo(url);
      opened.defer(() => repo.close());
      await requireOwnLevel(repo.sql);
      const blobs = await createBlobReader(config.storage);
      opened.defer(() => blobs.close());
      const secret = config.auth.secret ?? (await loadOrCreateSecret(config.dataDir));
      const report = await runBackup(
        { directory: target, keep, isScheduled: false },
        { repo, blobs, secret, version: packageJson.version },
        new BackupRunsRepo(database.db),
      );
      print(
        `${report.name}: ${report.rows} rows and ${report.blobs} files, of which ${report.copied} were copied (${report.copiedBytes} bytes).`,
      );
      if (report.removed > 0) print(`Removed ${report.removed} older ${report.removed === 1 ? 'snapshot' : 'snapshots'}.`);
    },
  },
  restore: {
    usage: 'lectern restore DIRECTORY [--snapshot NAME]',
    summary: 'Restores the newest snapshot of a backup directory into an empty place.',
    details: [
      '--snapshot  the name of another snapshot: of a directory in DIRECTORY/snapshots',
      '',
      'The place is the one of the settings: DATA_DIR, or DATABASE_URL and the store. The server must not run there. Every digest is compared.',
    ].join('\n'),
    operands: ['DIRECTORY'],
    options: { snapshot: { type: 'string' } },
    run: async ({ values, positionals: [directory = ''] }) => {
      const source = path.resolve(directory);
      const name = await chosenSnapshot(source, values['snapshot']);
      await using opened = new AsyncDisposableStack();
      const config = readConfig();
      if (config.databaseUrl === null && (await findEmbeddedDatabase(config.dataDir)) !== null)
        throw new CommandError(`The server runs with ${config.dataDir}. Stop it, and restore into an empty directory.`);
      const log = createLog('silent');
      await prepareDataDirectory(config.dataDir, log);
      await mkdir(config.uploads.stagingDir, { recursive: true });
      const url = await databaseOfCommand({ config, log }, opened);
      const repo = new BackupRepo(url);
      opened.defer(() => repo.close());
      const blobs = await createBlobStore(config.storage);
      opened.defer(() => blobs.close());
      const report = await restoreBackup(source, name, { url, repo, blobs, scratch: config.uploads.stagingDir });
      print(`Restored the snapshot of ${report.createdAt}: ${report.rows} rows and ${report.blobs} files.`);
      await keepSecret(report.secret, config);
    },
  },
};

/** Keeps the secret of the backup, with which sessions go on, unless the settings have one. */
async function keepSecret(secret: string, { auth, dataDir }: Config): Promise<void> {
  const file = path.join(dataDir, 'auth-secret');
  const own = auth.secret ?? (existsSync(file) ? (await readFile(file, 'utf8')).trim() : null);
  if (own === null) await writeFile(file, secret, { mode: 0o600, flush: true });
  else if (own !== secret)
    print(
      'AUTH_SECRET is another one than that of the backup, so everyone has to sign in again. The old one is in the file auth-secret of the snapshot.',
    );
}

async function chosenSnapshot(directory: string, wanted: CommandInput['values'][string]): Promise<string> {
  const names = await snapshotsIn(directory);
  if (wanted === undefined) {
    const newest = names.at(-1);
    if (newest === undefined) throw new CommandError(`There is no snapshot in ${directory}.`);
    return newest;
  }
  const found = names.find((name) => name === wanted);
  if (found === undefined)
    throw new CommandError(`There is no snapshot ${wanted.toString()} in ${directory}. There are: ${names.join(', ')}.`);
  return found;
}

function numberOf(text: unknown): number | null {
  if (text === undefined) return null;
  if (typeof text === 'string' && /^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new UsageError('--keep must be a number from 1 to 99999.');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
