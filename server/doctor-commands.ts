import { existsSync } from 'node:fs';
import { EmbeddedPostgresError } from 'embedded-postgres-server';
import packageJson from '#package' with { type: 'json' };
import { BackupRunsRepo } from './backup/backup-runs.repo.ts';
import { BackupsService } from './backup/backups.service.ts';
import { type Command, CommandError } from './command.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { connectDatabase } from './db/connect.ts';
import { embeddedDirectory } from './db/embedded-postgres.ts';
import { isUnavailable } from './db/faults.ts';
import { databaseOfCommand } from './db/open-database.ts';
import { checkBackups } from './doctor/backups-check.ts';
import { checkBlobs, checkStoredBlobs } from './doctor/blobs-check.ts';
import { checkClock, checkDatabase, checkMigrations, checkRows, checkSchema, lacksTables } from './doctor/database-check.ts';
import { DoctorRepo } from './doctor/doctor.repo.ts';
import { checkDataDirectory, checkSpace } from './doctor/machine-check.ts';
import { type Check, checked, counted, fault, linesOf, reportOf, skipped } from './doctor/report.ts';
import { checkMail } from './doctor/mail-check.ts';
import { checkSignInProvider } from './doctor/sign-in-check.ts';
import { checkStore, placeIn } from './doctor/store-check.ts';
import { createLog } from './log.ts';
import { createBlobReader } from './storage/create-blob-store.ts';

/** Examining the server. */
export const doctorCommands: Readonly<Record<string, Command>> = {
  doctor: {
    usage: 'lectern doctor [--quick] [--json]',
    summary: 'Examines settings, disk, database and files, and says what is wrong and what to do. It changes nothing.',
    details: [
      '--quick  does not read the contents of files: finds missing and truncated ones, but not those whose bytes have changed',
      '--json   prints one JSON object for programs',
      '',
      'The server may run. The exit code is 1 if there is a fault; warnings alone leave it 0.',
    ].join('\n'),
    options: { quick: { type: 'boolean' }, json: { type: 'boolean' } },
    run: async ({ values }) => {
      const isJson = values['json'] === true;
      const checks: Check[] = [];
      for await (const check of examination({ readsAll: values['quick'] !== true })) {
        checks.push(check);
        if (!isJson) print(linesOf(check).join('\n'));
      }
      if (isJson) print(JSON.stringify(reportOf(checks, packageJson.version)));
      const faults = checks.flatMap(({ findings }) => findings).filter(({ severity }) => severity === 'fault');
      if (faults.length > 0) throw new CommandError(`${counted(faults.length, 'fault')} found.`);
    },
  },
};

interface Wish {
  /** Whether every byte of the packages is read. */
  readonly readsAll: boolean;
}

/** All examinations, one after the other. Those that need what an earlier one has found broken are skipped. */
async function* examination(wish: Wish): AsyncGenerator<Check> {
  const config = settings();
  if (config instanceof ConfigError) {
    yield checked('Settings', 'they are not understood', [
      fault(config.message, 'Correct the environment variables, or the file .env in the current directory.'),
    ]);
    return;
  }
  yield checked('Settings', 'they are understood', []);
  yield await checkDataDirectory(config);
  yield await checkSpace(config);
  yield await checkSignInProvider(config.auth.oidc, createLog('silent'));
  yield await checkMail(config.mail);
  await using opened = new AsyncDisposableStack();
  const blobs = await createBlobReader(config.storage);
  opened.defer(() => blobs.close());
  const store = await checkStore(config.storage, blobs);
  yield store;
  const database = await openRepos(config, opened);
  if (!('repo' in database)) {
    yield database;
    return;
  }
  const { repo, runs } = database;
  const isUsable = yield* databaseExamination(repo, config);
  if (isUsable) yield await checkBackups(await new BackupsService(runs, config.backup).facts(), config.backup);
  if (isUsable && store.status !== 'fault') {
    const examined = { repo, blobs, placeOf: placeIn(config.storage) };
    yield await checkBlobs(examined, wish.readsAll);
    yield await checkStoredBlobs(examined);
  } else yield skipped('Files', 'not examined until the faults above are corrected');
}

/** @returns whether the tables are those of this version */
async function* databaseExamination(repo: DoctorRepo, config: Config): AsyncGenerator<Check, boolean> {
  yield await checkDatabase(repo, config);
  const migrations = await checkMigrations(repo);
  yield migrations;
  const isLevel = migrations.status === 'ok';
  yield await checkClock(repo, isLevel);
  if (!isLevel) {
    yield skipped('Tables and indexes', 'not examined until the migrations are right');
    return false;
  }
  const schema = await checkSchema(repo);
  yield schema;
  const hasTables = !(await lacksTables(repo));
  if (hasTables) yield await checkRows(repo);
  return hasTables;
}

interface Repos {
  readonly repo: DoctorRepo;
  readonly runs: BackupRunsRepo;
}

/** Connects to the database, or says why that is not possible. The embedded database is started if the server does not run. */
async function openRepos(config: Config, opened: AsyncDisposableStack): Promise<Repos | Check> {
  if (config.databaseUrl === null && !existsSync(embeddedDirectory(config.dataDir)))
    return skipped('Database', `not examined: there is none in ${config.dataDir}`);
  try {
    const url = await databaseOfCommand({ config, log: createLog('silent') }, opened);
    const repo = new DoctorRepo(url);
    opened.defer(() => repo.close());
    await repo.now();
    const database = connectDatabase({ url, poolSize: 1 });
    opened.defer(() => database.close());
    return { repo, runs: new BackupRunsRepo(database.db) };
  } catch (error) {
    if (error instanceof EmbeddedPostgresError)
      return checked('Database', 'it cannot be started', [fault(error.message, 'Do what the sentence says.')]);
    if (error instanceof Error && (isUnavailable(error) || 'code' in error))
      return checked('Database', 'it cannot be reached', [
        fault(`${error.message}.`, 'Check that PostgreSQL runs, and correct DATABASE_URL: host, port, user, password and name.'),
      ]);
    throw error;
  }
}

function settings(): Config | ConfigError {
  try {
    return readConfig();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
