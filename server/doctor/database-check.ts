import { connectionsFor } from '#server/db/connections.ts';
import { creationOf, expectedSchema } from '#server/db/expected-schema.ts';
import { migrationsIn, ownLevel } from '#server/db/levels.ts';
import type { DoctorRepo, Named } from './doctor.repo.ts';
import { type Check, checked, counted, fault, type Finding, Tally, warning } from './report.ts';

/** The oldest PostgreSQL that works: 15. */
const OLDEST_VERSION = 150_000;
/** Leases and addresses end by one of the two clocks. */
const CLOCK_MILLISECONDS = 2000;
const FUTURE_MILLISECONDS = 60_000;

/** What cannot be repaired by one statement is right in a restored backup, because restoring runs all migrations. */
const RESTORE =
  'Make a backup (`lectern backup`) and restore it into an empty place (`lectern restore`), which creates everything anew.';

/** @param workers how many processes of this server use the database */
export async function checkDatabase(repo: DoctorRepo, { workers }: { readonly workers: number }): Promise<Check> {
  const { version, isReadOnly, maxConnections } = await repo.server();
  const findings: Finding[] = [];
  if (version < OLDEST_VERSION) findings.push(fault('PostgreSQL is older than version 15.', 'Use PostgreSQL 15 or newer.'));
  if (isReadOnly)
    findings.push(fault('The database accepts no changes.', 'Let DATABASE_URL lead to the primary server, not to a standby.'));
  if (maxConnections < connectionsFor(workers))
    findings.push(
      warning(
        `The database allows ${maxConnections} connections, and ${counted(workers, 'process', 'processes')} of this server may need ${connectionsFor(workers)}.`,
        `Set max_connections of PostgreSQL to at least ${connectionsFor(workers)}, or WORKERS to fewer.`,
      ),
    );
  const readOnly = isReadOnly ? [] : await repo.readOnlyTables();
  if (readOnly.length > 0)
    findings.push(
      fault(
        `${counted(readOnly.length, 'table')} that the user of DATABASE_URL may not change.`,
        'Let DATABASE_URL name the owner of the tables, or grant that user insert, update and delete.',
        readOnly,
      ),
    );
  return checked('Database', `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`, findings);
}

/** Compares the clock of this machine with that of the database, and with the latest change of a deck. */
export async function checkClock(
  repo: Pick<DoctorRepo, 'now' | 'lastChange'>,
  hasDecks: boolean,
  clock = Date.now,
): Promise<Check> {
  const before = clock();
  const database = await repo.now();
  const after = clock();
  // The answer was made at some time between the two.
  const difference = Math.max(before - database, database - after, 0);
  const findings: Finding[] = [];
  if (difference > CLOCK_MILLISECONDS)
    findings.push(
      fault(
        `The clocks of this machine and of the database differ by ${Math.round(difference / 1000)} seconds.`,
        'Synchronise both with NTP (timedatectl set-ntp true).',
      ),
    );
  const last = hasDecks ? await repo.lastChange() : null;
  if (last !== null && last > after + FUTURE_MILLISECONDS)
    findings.push(
      warning(
        `A deck was changed at ${new Date(last).toISOString()}, which is in the future.`,
        'Check the date of this machine. If it is right, it was wrong when the deck was changed; the order of lists is then wrong until that time.',
      ),
    );
  return checked('Clock', `${new Date(after).toISOString()}, ${Math.round(difference)} ms from that of the database`, findings);
}

/** Whether the tables are those of this version. If not, the other examinations of them make no sense. */
export async function checkMigrations(repo: Pick<DoctorRepo, 'level' | 'migrations'>): Promise<Check> {
  const own = migrationsIn();
  const level = await repo.level();
  const summary = `${own.length} in this version`;
  if (level > ownLevel())
    return checked('Migrations', summary, [
      fault(
        'The database was migrated by a newer version of Lectern.',
        'Install that version again, or restore a backup from before.',
      ),
    ]);
  if (level < ownLevel()) {
    const missing = own.filter(({ when }) => when > level).map(({ tag }) => tag);
    const what = level === 0 ? 'The database has no tables.' : `${counted(missing.length, 'migration')} not applied.`;
    return checked('Migrations', summary, [fault(what, 'Start the server, or run `lectern migrate`.', missing)]);
  }
  const applied = await repo.migrations();
  const gaps = own.filter(({ when }) => !applied.has(when)).map(({ tag }) => tag);
  const findings =
    gaps.length === 0
      ? []
      : [fault(`${counted(gaps.length, 'migration')} left out, although later ones were applied.`, RESTORE, gaps)];
  return checked('Migrations', summary, findings);
}

type Catalog = Pick<DoctorRepo, 'tables' | 'usableIndexes' | 'constraints' | 'triggers'>;

/** Whether everything that the migrations create is there and works. */
export async function checkSchema(repo: Catalog): Promise<Check> {
  const expected = expectedSchema();
  const missing = async (names: readonly string[], there: Promise<Set<string>>) => {
    const found = await there;
    return names.filter((name) => !found.has(name));
  };
  const tables = await missing(expected.tables, repo.tables());
  const indexes = await missing(expected.indexes, repo.usableIndexes());
  const constraints = await missing(expected.constraints, repo.constraints());
  const triggers = await missing(expected.triggers, repo.triggers());
  const findings: Finding[] = [];
  if (tables.length > 0) findings.push(fault(`${counted(tables.length, 'table')} missing.`, 'Restore a backup.', tables));
  if (indexes.length > 0)
    findings.push(
      fault(
        `${counted(indexes.length, 'index', 'indexes')} missing or invalid: requests are slow, or rows that must be unique are not.`,
        `Drop those that are invalid, and run these statements in the database. Or: ${RESTORE}`,
        indexes.map(withStatement),
      ),
    );
  if (constraints.length > 0)
    findings.push(fault(`${counted(constraints.length, 'constraint')} missing or not validated.`, RESTORE, constraints));
  if (triggers.length > 0)
    findings.push(
      fault(
        `${counted(triggers.length, 'trigger')} missing or disabled: searches do not find what has changed.`,
        `Run these statements in the database. Or: ${RESTORE}`,
        triggers.map(withStatement),
      ),
    );
  const summary = `${counted(expected.tables.length, 'table')}, ${expected.indexes.length} indexes, ${expected.constraints.length} constraints and ${expected.triggers.length} triggers expected`;
  return checked('Tables and indexes', summary, findings);
}

/** Whether tables are missing, so that nothing can be read from them. */
export async function lacksTables(repo: Pick<DoctorRepo, 'tables'>): Promise<boolean> {
  const there = await repo.tables();
  return expectedSchema().tables.some((name) => !there.has(name));
}

function withStatement(name: string): string {
  const statement = creationOf(name);
  return statement === null ? name : `${name}: ${statement.replace(/;$/, '')};`;
}

type References = Pick<DoctorRepo, 'decksWithoutCurrentVersion' | 'versionsWithoutPackage'>;

/** References between rows that the database does not check. */
export async function checkRows(repo: References): Promise<Check> {
  const current = await tallied(repo.decksWithoutCurrentVersion());
  const packages = await tallied(repo.versionsWithoutPackage());
  const findings: Finding[] = [];
  if (current.count > 0)
    findings.push(
      fault(
        `${counted(current.count, 'deck')} whose current version does not exist.`,
        'Restore a backup from before.',
        current.examples,
      ),
    );
  if (packages.count > 0)
    findings.push(
      fault(
        `${counted(packages.count, 'version')} without the list of the files in the package.`,
        'Upload these versions again, or restore a backup from before.',
        packages.examples,
      ),
    );
  return checked('Rows', 'decks have a current version, versions have a package', findings);
}

async function tallied(batches: AsyncIterable<Named[]>): Promise<Tally> {
  const tally = new Tally();
  for await (const batch of batches) for (const { id, title } of batch) tally.add(`“${title}” (deck ${id})`);
  return tally;
}
