import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createBlobReader } from '#server/storage/create-blob-store.ts';
import { DiskLayout } from '#server/storage/disk-layout.ts';
import { createLog } from '#server/log.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { systemSchema } from '#shared/system.ts';
import { BACKUPS_MAX } from '#shared/limits.ts';
import { BackupRunsRepo } from './backup-runs.repo.ts';
import { BackupSchedule } from './backup-schedule.ts';
import { BackupRepo } from './backup.repo.ts';
import { readManifest, snapshotsIn } from './make-backup.ts';

const SECRET = 'a secret of the tests, which is long enough';
const HOUR_MILLISECONDS = 60 * 60 * 1000;

const lectern = await aLectern();
const { sql } = lectern.database;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lectern-schedule-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** An instance that makes backups of the server of these tests into `directory`, with what it logs. */
async function anInstance(directory: string, keep = 2) {
  const blobs = await createBlobReader({ kind: 'disk', directory: path.join(lectern.dataDir, 'blobs') });
  const schedule = new BackupSchedule({
    plan: { directory, everyMilliseconds: 24 * HOUR_MILLISECONDS, keep },
    runs: new BackupRunsRepo(lectern.database.db),
    directUrl: lectern.database.url,
    blobs,
    secret: SECRET,
    version: '0',
    log: createLog('silent'),
  });
  return { runIfDue: (signal = new AbortController().signal) => schedule.runIfDue(signal) };
}

const rowsOf = (directory: string) => sql<{ snapshot: string | null; error: string | null }[]>`
  select snapshot, error from backups where directory = ${directory} order by started_at`;
const letTimePass = (directory: string, hours: number) => sql`
  update backups set started_at = started_at - make_interval(hours => ${hours}) where directory = ${directory}`;

describe('scheduled backups', () => {
  it('are made by one of several instances, when they are due, and the newest ones stay', async () => {
    const directory = path.join(folder, 'several');
    const instances = await Promise.all(Array.from({ length: 4 }, () => anInstance(directory)));
    const round = async () => (await Promise.all(instances.map((each) => each.runIfDue()))).filter(Boolean).length;
    const owner = await lectern.aUser();
    await lectern.aDeck({ owner });
    expect(await round()).toBe(1);
    expect(await round()).toBe(0);
    await letTimePass(directory, 23);
    expect(await round()).toBe(0);
    await letTimePass(directory, 1);
    await lectern.aDeck({ owner });
    expect(await round()).toBe(1);
    const [first = '', second = ''] = await snapshotsIn(directory);
    const counts = await Promise.all([first, second].map(async (name) => (await readManifest(directory, name)).blobs.length));
    expect((counts[1] ?? 0) - (counts[0] ?? 0)).toBe(1);
    expect(await sql`select files, copied_bytes < 100000 as few from backups where snapshot = ${second}`).toEqual([
      { files: counts[1], few: true },
    ]);
    await letTimePass(directory, 24);
    expect(await round()).toBe(1);
    expect(await snapshotsIn(directory)).toEqual([second, expect.any(String)]);
    expect((await rowsOf(directory)).map(({ error }) => error)).toEqual([null, null, null]);
  });

  it('that fail are recorded with the reason, and tried again after an hour', async () => {
    const directory = path.join(folder, 'a-file');
    await writeFile(directory, '');
    const instance = await anInstance(directory);
    await expect(instance.runIfDue()).rejects.toThrow('ENOTDIR');
    expect(await rowsOf(directory)).toEqual([{ snapshot: null, error: expect.stringContaining('ENOTDIR') }]);
    expect(await instance.runIfDue()).toBe(false);
    await rm(directory);
    await letTimePass(directory, 1);
    expect(await instance.runIfDue()).toBe(true);
    expect((await rowsOf(directory)).map(({ error }) => error)).toEqual([expect.any(String), null]);
  });

  it('without all files are recorded as failed, remove no older ones, and wait for the next time', async () => {
    const directory = path.join(folder, 'incomplete');
    const instance = await anInstance(directory, 1);
    expect(await instance.runIfDue()).toBe(true);
    const { id } = await lectern.aDeck({ owner: await lectern.aUser() });
    const [version] = await sql<{ key: string }[]>`select blob_key as key from versions where deck_id = ${id}`;
    await rm(new DiskLayout(path.join(lectern.dataDir, 'blobs')).pathOf(version?.key ?? ''));
    await letTimePass(directory, 24);
    await expect(instance.runIfDue()).rejects.toThrow('without 1 of its files');
    expect(await snapshotsIn(directory)).toHaveLength(2);
    expect(await instance.runIfDue()).toBe(false);
    await sql`delete from decks where id = ${id}`;
    await letTimePass(directory, 24);
    expect(await instance.runIfDue()).toBe(true);
    expect(await snapshotsIn(directory)).toHaveLength(1);
  });

  it('that were killed leave nothing, and those that the server ends when it stops are made after its start', async () => {
    const directory = path.join(folder, 'ended');
    const left = path.join(directory, 'snapshots', '2026-01-01.unfinished');
    await mkdir(left, { recursive: true });
    await appendFile(path.join(left, 'manifest.json'), 'half');
    const instance = await anInstance(directory);
    await expect(instance.runIfDue(AbortSignal.abort())).rejects.toThrow('abort');
    expect(await rowsOf(directory)).toEqual([]);
    expect(await snapshotsIn(directory)).toEqual([]);
    await expect(rm(left)).rejects.toThrow('ENOENT');
    expect(await instance.runIfDue()).toBe(true);
  });

  it('wait for a backup that someone else makes', async () => {
    const instance = await anInstance(path.join(folder, 'waits'));
    const other = new BackupRepo(lectern.database.url);
    expect(await other.lock()).toBe(true);
    expect(await instance.runIfDue()).toBe(false);
    await other.close();
    expect(await instance.runIfDue()).toBe(true);
  });
});

describe('a server with BACKUP_DIR', () => {
  it('makes the first backup at its start, says so to admins only, and logs failures', async () => {
    const directory = path.join(folder, 'of-a-server');
    const server = await startLectern({ BACKUP_DIR: directory, BACKUP_EVERY: '2d', BACKUP_KEEP: '3' });
    onTestFinished(() => server[Symbol.asyncDispose]());
    await expect.poll(() => snapshotsIn(directory)).toHaveLength(1);
    const admin = await server.aUser({ role: 'admin' });
    const facts = async () => {
      const { body } = await server.as(admin).get('/api/admin/system');
      return systemSchema.parse(body).backups;
    };
    await expect.poll(facts).toMatchObject({
      schedule: { everyHours: 48, keep: 3 },
      last: { isScheduled: true, directory, error: null },
      lastComplete: { directory },
    });

    const broken = path.join(folder, 'broken');
    await writeFile(broken, '');
    const failing = await startLectern({ BACKUP_DIR: broken });
    onTestFinished(() => failing[Symbol.asyncDispose]());
    await expect.poll(() => failing.logged.join('\n')).toContain('the scheduled backup failed');
    expect(failing.logged.join('\n')).toContain('ENOTDIR');
  });

  it('forgets the oldest of more than 1,000 backups', async () => {
    await sql`insert into backups (id, started_at, ended_at, is_scheduled, directory, rows, files, copied_bytes)
      select 'old-' || n, now() - make_interval(days => n), now(), true, '/forgotten', 1, 1, 1 from generate_series(1, ${BACKUPS_MAX}) n`;
    await (await anInstance(path.join(folder, 'many'))).runIfDue();
    const [row] = await sql<{ count: number }[]>`select count(*)::int as count from backups`;
    expect(row?.count).toBe(BACKUPS_MAX);
    expect(await sql`select id from backups where id = ${`old-${BACKUPS_MAX}`}`).toEqual([]);
  });
});
