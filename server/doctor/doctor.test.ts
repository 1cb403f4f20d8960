import { execFileSync } from 'node:child_process';
import { appendFile, chmod, mkdtemp, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createTestDatabase } from '#server/db/testing/test-database.ts';
import { newBlobKey } from '#server/storage/blob-key.ts';
import { DiskLayout } from '#server/storage/disk-layout.ts';
import { aClosedPort, refuse } from '#server/storage/testing/addresses.ts';
import { aServer } from '#server/testing/a-server.ts';
import { runLectern } from '#server/testing/command-line.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import type { Backup } from '#shared/backups.ts';
import { checkBackups } from './backups-check.ts';
import { checkDataDirectory } from './machine-check.ts';
import { type Report, reportSchema } from './report.ts';

const SECRET = 'a secret of the tests, which is long enough';
const HOUR_MILLISECONDS = 60 * 60 * 1000;

const lectern = await aLectern();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lectern-doctor-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Settings = Readonly<Record<string, string>>;
type Place = Pick<typeof lectern, 'dataDir'> & { readonly database: { readonly url: string } };

/** Runs `lectern doctor` beside a server. */
function doctor(
  { database, dataDir }: Place,
  args: readonly string[] = [],
  settings: Settings = {},
  under: readonly string[] = [],
) {
  const env = { DATABASE_URL: database.url, AUTH_SECRET: SECRET, DATA_DIR: dataDir, MIN_FREE_BYTES: '0', ...settings };
  return runLectern(['doctor', ...args], { env, cwd: folder, under });
}

/** Makes a backup of the server of these tests. */
function backUp() {
  const env = { DATABASE_URL: lectern.database.url, AUTH_SECRET: SECRET, DATA_DIR: lectern.dataDir };
  return runLectern(['backup', path.join(folder, 'backup')], { env, cwd: folder });
}

async function reportOn(place: Place, settings: Settings = {}, args: readonly string[] = []): Promise<Report & { code: number }> {
  const { code, out, err } = await doctor(place, ['--json', ...args], settings);
  const report = reportSchema.parse(JSON.parse(out));
  expect([code, /\d+ faults? found/.test(err)]).toEqual(report.status === 'fault' ? [1, true] : [0, false]);
  return { ...report, code };
}

/** The findings of a check, each as `severity: what`. */
function findingsOf({ checks }: Report, name: string): string[] {
  const check = checks.find((each) => each.name === name);
  return check?.findings.map(({ severity, what }) => `${severity}: ${what}`) ?? ['there is no such check'];
}

function remediesOf({ checks }: Report): string {
  return checks
    .flatMap(({ findings }) => findings)
    .map(({ remedy }) => remedy)
    .join('\n');
}

const statusesOf = ({ checks }: Report) => checks.map(({ name, status }) => `${name} ${status}`);

/** A server of its own with as many decks, and the paths of their packages. */
async function decksOnDisk(count: number) {
  const other = await startLectern();
  onTestFinished(() => other[Symbol.asyncDispose]());
  const owner = await other.aUser();
  const layout = new DiskLayout(path.join(other.dataDir, 'blobs'));
  const files: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { id } = await other.aDeck({ owner, title: `Deck ${at}` });
    const [row] = await other.database.sql<{ key: string }[]>`select blob_key as key from versions where deck_id = ${id}`;
    files.push(layout.pathOf(row?.key ?? ''));
  }
  return { other, layout, files };
}

async function damage(file: string): Promise<void> {
  await writeFile(file, Buffer.alloc((await stat(file)).size, 'x'));
}

describe('a server without faults', () => {
  it('is examined while it runs, for people and for programs', async () => {
    const owner = await lectern.aUser();
    await lectern.aDeck({ owner });
    expect(await backUp()).toMatchObject({ code: 0, err: '' });
    const forPeople = await doctor(lectern);
    expect(forPeople).toMatchObject({ code: 0, err: '' });
    expect(forPeople.out).toContain('ok       Files: 1 file of rows');
    expect(forPeople.out).not.toContain('To do');
    const report = await reportOn(lectern);
    expect(report).toMatchObject({ status: 'ok', version: expect.stringMatching(/^\d/), code: 0 });
    expect(statusesOf(report)).toEqual([
      'Settings ok',
      'Data directory ok',
      'Free space ok',
      'Sign-in provider skipped',
      'Mail skipped',
      'Store ok',
      'Database ok',
      'Migrations ok',
      'Clock ok',
      'Tables and indexes ok',
      'Rows ok',
      'Backups ok',
      'Files ok',
      'Unused files ok',
    ]);
  });
});

describe('files', () => {
  it('that are missing, truncated, changed, too long or unused are named, with what to do', async () => {
    const { other, layout, files } = await decksOnDisk(5);
    const [missing = '', short = '', changed = '', long = ''] = files;
    await rm(missing);
    await truncate(short, 10);
    await damage(changed);
    await appendFile(long, 'more');
    const [unused, young] = [layout.pathOf(newBlobKey()), layout.pathOf(newBlobKey())];
    await Promise.all([unused, young].map((file) => writeFile(file, 'bytes')));
    const before = new Date(Date.now() - 3 * HOUR_MILLISECONDS);
    await utimes(unused, before, before);

    const report = await reportOn(other);
    expect(findingsOf(report, 'Files')).toEqual([
      'fault: 1 file missing in the store.',
      'fault: 1 file shorter than the row says, so truncated.',
      'fault: 1 file with another SHA-256 than at the upload, so damaged.',
    ]);
    const examples = report.checks.find(({ name }) => name === 'Files')?.findings.map((finding) => finding.examples[0]);
    for (const [at, file] of [missing, short, changed].entries()) {
      expect(examples?.[at]).toContain(`“Deck ${at}”, version 1`);
      expect(examples?.[at]).toContain(file);
    }
    expect(findingsOf(report, 'Unused files')).toEqual([
      'fault: 1 file longer than the row says.',
      'warning: 1 file with 5 bytes that no row refers to.',
    ]);
    expect(JSON.stringify(report.checks)).toContain(unused);
    expect(JSON.stringify(report.checks)).not.toContain(young);
    expect(remediesOf(report)).toContain('Copy them from a backup');

    const quick = await reportOn(other, {}, ['--quick']);
    expect(findingsOf(quick, 'Files')).toEqual([
      'fault: 1 file missing in the store.',
      'fault: 1 file shorter than the row says, so truncated.',
    ]);
    const { code, out, err } = await doctor(other);
    expect([code, err]).toEqual([1, 'lectern: 4 faults found.\n']);
    expect(out).toMatch(/fault {4}Files: .*\n {9}Fault: 1 file missing in the store\.\n {11}- “Deck 0”.*\n {9}To do: Copy/);
  });

  it('of which most are unused are those of another database', async () => {
    const { other } = await decksOnDisk(1);
    const empty = await createTestDatabase();
    onTestFinished(() => empty.drop());
    const layout = new DiskLayout(path.join(other.dataDir, 'blobs'));
    const file = layout.pathOf(newBlobKey());
    await writeFile(file, 'bytes');
    const before = new Date(Date.now() - 3 * HOUR_MILLISECONDS);
    await utimes(file, before, before);
    const report = await reportOn({ dataDir: other.dataDir, database: empty });
    expect(findingsOf(report, 'Unused files')).toEqual(['fault: 1 file with 5 bytes that no row refers to.']);
    expect(remediesOf(report)).toContain('may not belong together');
  });
});

describe('backups', () => {
  const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 24 * HOUR_MILLISECONDS).toISOString();
  const plan = (directory: string) => ({ directory, everyMilliseconds: 24 * HOUR_MILLISECONDS, keep: 2 });
  const backup = (daysAgo: number, error: string | null = null) => ({
    startedAt: at(daysAgo),
    endedAt: at(daysAgo),
    isScheduled: true,
    directory: '/backups',
    snapshot: error === null ? 'a' : null,
    error,
  });
  const factsOf = (last: Backup | null, lastComplete: Backup | null) => ({ schedule: null, last, lastComplete });
  const whats = async (...input: Parameters<typeof checkBackups>) =>
    (await checkBackups(...input)).findings.map(({ severity, what }) => `${severity}: ${what}`);

  it('that were never made, have failed or are old are findings', async () => {
    expect(await whats(factsOf(null, null), null)).toEqual(['warning: No backup has been made.']);
    expect(await whats(factsOf(backup(3), backup(3)), null)).toEqual([]);
    expect(await whats(factsOf(backup(8), backup(8)), null)).toEqual([
      expect.stringMatching(/^fault: The last backup that ended well is of /),
    ]);
    expect(await whats(factsOf(backup(0, 'The disk is full.'), backup(1)), plan('/other'))).toEqual([
      expect.stringMatching(/^fault: The backup of .* failed: The disk is full\.$/),
    ]);
    expect(await whats(factsOf(backup(0, 'No.'), null), null)).toEqual([
      expect.stringContaining('failed: No.'),
      'fault: No backup has ended well.',
    ]);
  });

  it('whose directory is not mounted are a finding', async () => {
    expect(await whats(factsOf(backup(1), backup(1)), plan('/backups'))).toEqual([
      'warning: The last snapshot, a, is not in /backups of this machine.',
    ]);
  });
});

describe('the database', () => {
  async function aDatabase() {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    return { database, dataDir: lectern.dataDir };
  }

  it('without an index, a constraint and a trigger gets the statements that create them again', async () => {
    const place = await aDatabase();
    const { sql } = place.database;
    await sql`drop index decks_updated`;
    await sql`alter table notes disable trigger notes_search_updated`;
    await sql`alter table decks drop constraint decks_visibility_known`;
    const report = await reportOn(place);
    const { findings = [] } = report.checks.find(({ name }) => name === 'Tables and indexes') ?? {};
    expect(findings.map(({ examples }) => examples)).toEqual([
      [expect.stringMatching(/^decks_updated: CREATE INDEX "decks_updated" ON "decks" .*;$/)],
      ['decks_visibility_known'],
      [expect.stringMatching(/^notes_search_updated: CREATE TRIGGER/)],
    ]);
    await sql.unsafe(findings[0]?.examples[0]?.replace(/^\w+: /, '') ?? '');
    await sql`alter table notes enable trigger notes_search_updated`;
    await sql`alter table decks add constraint decks_visibility_known check (visibility in ('private', 'team'))`;
    expect(findingsOf(await reportOn(place), 'Tables and indexes')).toEqual([]);
  });

  it('with a table, a current version or a package missing is described, and nothing fails', async () => {
    const { other } = await decksOnDisk(2);
    const { sql } = other.database;
    await sql`update decks set current_version_id = 'gone' where title = 'Deck 0'`;
    await sql`delete from packages where version_id = (select current_version_id from decks where title = 'Deck 1')`;
    expect(findingsOf(await reportOn(other), 'Rows')).toEqual([
      'fault: 1 deck whose current version does not exist.',
      'fault: 1 version without the list of the files in the package.',
    ]);
    await sql`drop table requested_pictures`;
    const report = await reportOn(other);
    expect(findingsOf(report, 'Tables and indexes')).toContain('fault: 1 table missing.');
    expect(statusesOf(report).at(-1)).toBe('Files skipped');
  });

  it.each([
    [
      'newer',
      'insert into drizzle.__drizzle_migrations (hash, created_at) select hash, created_at + 1 from drizzle.__drizzle_migrations order by created_at desc limit 1',
      'The database was migrated by a newer version of Lectern.',
      'Install that version again',
    ],
    [
      'older',
      'delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)',
      '1 migration not applied.',
      'lectern migrate',
    ],
    ['empty', 'drop schema drizzle cascade', 'The database has no tables.', 'lectern migrate'],
    [
      'incomplete',
      'delete from drizzle.__drizzle_migrations where created_at = (select min(created_at) from drizzle.__drizzle_migrations)',
      '1 migration left out, although later ones were applied.',
      'lectern restore',
    ],
  ])('of a level that is %s is not examined further', async (_, statement, what, remedy) => {
    const place = await aDatabase();
    await place.database.sql.unsafe(statement);
    const report = await reportOn(place);
    expect(findingsOf(report, 'Migrations')).toEqual([`fault: ${what}`]);
    expect(remediesOf(report)).toContain(remedy);
    expect(statusesOf(report).slice(-2)).toEqual(['Tables and indexes skipped', 'Files skipped']);
  });

  it('that cannot be reached, or does not know the user, is a fault', async () => {
    const { host } = new URL(await aClosedPort());
    const away = await reportOn({ dataDir: lectern.dataDir, database: { url: `postgres://a:b@${host}/c` } });
    expect(findingsOf(away, 'Database')).toEqual([expect.stringContaining('ECONNREFUSED')]);
    expect(remediesOf(away)).toContain('correct DATABASE_URL');
    const url = new URL(lectern.database.url);
    url.pathname = '/no_such_database';
    const unknown = await reportOn({ dataDir: lectern.dataDir, database: { url: url.href } });
    expect(findingsOf(unknown, 'Database')).toEqual([expect.stringContaining('no_such_database')]);
  });

  it('with a deck that was changed in the future says that a clock is or was wrong', async () => {
    const { other } = await decksOnDisk(1);
    await other.database.sql`update decks set updated_at = now() + interval '1 hour'`;
    expect(findingsOf(await reportOn(other), 'Clock')).toEqual([
      expect.stringMatching(/^warning: A deck was changed at .* future/),
    ]);
  });
});

describe('the machine', () => {
  it('with settings that are not understood is not examined further', async () => {
    const report = await reportOn(lectern, { PORT: 'many' });
    expect(statusesOf(report)).toEqual(['Settings fault']);
    expect(findingsOf(report, 'Settings')[0]).toContain('PORT is "many"');
  });

  it('without the data directory gets none, and no database is created', async () => {
    const nowhere = path.join(folder, 'nowhere');
    const { out } = await doctor(lectern, ['--json'], { DATABASE_URL: '', AUTH_SECRET: '', DATA_DIR: nowhere });
    const report = reportSchema.parse(JSON.parse(out));
    expect(findingsOf(report, 'Data directory')).toEqual([`fault: There is no directory ${nowhere}.`]);
    await expect(stat(nowhere)).rejects.toThrow('ENOENT');
  });

  it('with too little space, an open directory or missing folders is described', async () => {
    const { other } = await decksOnDisk(1);
    await chmod(other.dataDir, 0o755);
    await rm(path.join(other.dataDir, 'blobs', '.tmp'), { recursive: true });
    const report = await reportOn(other, { MIN_FREE_BYTES: '100TB' });
    expect(findingsOf(report, 'Free space')).toEqual([expect.stringContaining('uploads are refused')]);
    expect(findingsOf(report, 'Data directory')).toEqual([expect.stringContaining('(mode 755)')]);
    expect(findingsOf(report, 'Store')).toEqual([
      'fault: 1 of 257 folders of the store are missing, or cannot be read or written.',
    ]);
    expect(statusesOf(report).at(-1)).toBe('Files skipped');
  });

  it('with a damaged or missing secret says where to get it', async () => {
    const dataDir = await mkdtemp(path.join(folder, 'secret-'));
    const machine = { ...readConfig({ DATA_DIR: dataDir }), databaseUrl: 'postgres://elsewhere' };
    const missing = await checkDataDirectory(machine);
    expect(missing.findings).toMatchObject([
      { severity: 'warning', remedy: expect.stringContaining('Copy the file auth-secret') },
    ]);
    await writeFile(path.join(dataDir, 'auth-secret'), 'short');
    const damaged = await checkDataDirectory(machine);
    expect(damaged.findings).toMatchObject([{ severity: 'fault', what: expect.stringContaining('is damaged') }]);
    await writeFile(path.join(dataDir, 'auth-secret'), SECRET);
    expect((await checkDataDirectory(machine)).status).toBe('ok');
  });

  const isRoot = process.getuid?.() === 0;
  const cannotMount = isRoot && !mayMount();
  if (cannotMount) process.stderr.write('The test of a read-only directory is left out: this root may not mount\n');

  it.skipIf(cannotMount)('with a read-only directory says so, and how to change it', async () => {
    const { other } = await decksOnDisk(1);
    // Modes mean nothing to root, so it gets the directory read-only from a namespace of its own.
    const under = isRoot
      ? [
          'unshare',
          '--mount',
          'sh',
          '-c',
          `mount --bind ${other.dataDir} ${other.dataDir} && mount -o remount,bind,ro ${other.dataDir} && exec "$@"`,
          'sh',
        ]
      : [];
    if (!isRoot) await chmod(path.join(other.dataDir, 'blobs', '.tmp'), 0o500);
    if (!isRoot) await chmod(other.dataDir, 0o500);
    const { code, out } = await doctor(other, ['--json'], {}, under);
    await chmod(other.dataDir, 0o700);
    const report = reportSchema.parse(JSON.parse(out));
    expect(code).toBe(1);
    expect(findingsOf(report, 'Data directory')[0]).toMatch(/^fault: \S+ cannot be written \((EROFS|EACCES)\)\.$/);
    expect(report.checks.find(({ name }) => name === 'Store')?.status).toBe('fault');
    expect(remediesOf(report)).toMatch(/Mount the file system for writing|chown -R/);
  });

  it('with wrong settings of S3 learns which one', async () => {
    const answering = (status: number, code: string) => aServer((_, response) => refuse(response, status, code));
    const expected: [string, string][] = [
      [await answering(404, 'NoSuchBucket'), 'There is no bucket “decks” at'],
      [await answering(403, 'InvalidAccessKeyId'), 'Correct S3_ACCESS_KEY_ID'],
      [await answering(403, 'SignatureDoesNotMatch'), 'Correct S3_SECRET_ACCESS_KEY'],
      [await answering(403, 'AccessDenied'), 'Give the key the rights s3:GetObject'],
      [await answering(400, 'AuthorizationHeaderMalformed'), 'another region than S3_REGION (eu-test-1)'],
      [await aClosedPort(), 'Nothing answers at'],
    ];
    const reports = await Promise.all(
      expected.map(([endpoint]) =>
        reportOn(lectern, {
          S3_BUCKET: 'decks',
          S3_ENDPOINT: endpoint,
          S3_REGION: 'eu-test-1',
          S3_ACCESS_KEY_ID: 'test',
          S3_SECRET_ACCESS_KEY: 'test',
          S3_FORCE_PATH_STYLE: 'true',
        }),
      ),
    );
    for (const [at, [, remedy]] of expected.entries()) {
      expect(reports[at]?.checks.find(({ name }) => name === 'Store')?.findings).toMatchObject([
        { severity: 'fault', remedy: expect.stringContaining(remedy) },
      ]);
    }
  });
});

function mayMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('the command', () => {
  it.each([
    [['--loud'], '--loud'],
    [['here'], 'Leave out here'],
  ])('explains %j in one sentence', async (args, sentence) => {
    const outcome = await doctor(lectern, args);
    expect(outcome).toMatchObject({ code: 2, out: '' });
    expect(outcome.err).toContain(sentence);
  });
});
