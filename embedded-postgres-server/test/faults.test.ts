import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect } from '../testing/connect.ts';
import { createDirectory, NAME, type TestDirectory } from '../testing/directory.ts';
import { startOwner } from '../testing/owner-process.ts';
import { serverPid } from '../testing/process-list.ts';
import { lookUpProcess } from '../src/process-table.ts';
import { startEmbeddedPostgres } from '../src/start.ts';

/** For events in other processes. The limit only ends a test that fails; it is below the limit of a test. */
const PATIENCE = { timeout: 500_000, interval: 20 };

let data: TestDirectory;
beforeAll(async () => {
  data = await createDirectory();
});
afterAll(() => data.remove());

const start = () => startEmbeddedPostgres({ directory: data.path, name: NAME, log: () => undefined });

/** Inserts rows until the connection breaks; only rows that the server acknowledged are counted. */
async function insertUntilCut(sql: Sql, onAcknowledged: (count: number) => void): Promise<void> {
  await sql`create table if not exists acknowledged (n int primary key)`;
  await sql`truncate acknowledged`;
  for (let n = 1; ; n += 1) {
    await sql`insert into acknowledged values (${n})`;
    onAcknowledged(n);
  }
}

/** Counts the rows, with an ordinary start and stop. */
async function countRows(): Promise<number> {
  const postgres = await start();
  const sql = connect(postgres.url);
  const [row] = await sql<{ rows: number }[]>`select count(*)::int as rows from acknowledged`;
  await sql.end({ timeout: 2 });
  await postgres.stop();
  return row?.rows ?? 0;
}

describe('kill -9 of the Node process that owns the database', () => {
  it('loses no acknowledged row and leaves no process; the next start works as usual', async () => {
    const owner = await startOwner(data.path);
    const sql = connect(owner.url);
    let acknowledged = 0;
    const writing = insertUntilCut(sql, (count) => {
      acknowledged = count;
      if (count === 200) process.kill(owner.pid, 'SIGKILL');
    });
    await expect(writing).rejects.toThrow(/CONNECTION_(CLOSED|ENDED|DESTROYED)|ECONNRE|EPIPE|ENOENT|terminating|shutting down/);
    await sql.end({ timeout: 2 });
    await owner.ended;
    await vi.waitUntil(() => data.processes().length === 0, PATIENCE);
    expect(acknowledged).toBeGreaterThanOrEqual(200);
    expect(await countRows()).toBeGreaterThanOrEqual(acknowledged);
  });

  it('after the guard was killed too, the next start ends the orphan first', async () => {
    const owner = await startOwner(data.path);
    const guard = data.processes().find(({ command }) => command.includes(`${NAME}-guard`));
    process.kill(guard?.pid ?? 0, 'SIGKILL');
    const orphan = serverPid(data.path);
    process.kill(owner.pid, 'SIGKILL');
    await owner.ended;
    expect(await lookUpProcess(orphan)).toMatchObject({ zombie: false });
    await countRows();
    expect(data.processes()).toEqual([]);
  });
});

describe('a pid file that was left behind', () => {
  afterEach(async () => {
    const postgres = await start();
    await postgres.stop();
  });

  const leave = (pid: number) =>
    writeFile(join(data.path, 'cluster', 'postmaster.pid'), `${pid}\n${data.path}\n1795225148\n5432\n/tmp\n\n  1 1\nready\n`);

  it('does not prevent a start when its pid now belongs to another program', async () => {
    const stranger = spawn('sleep', ['60']);
    await leave(stranger.pid ?? 0);
    expect(await countRows()).toBeGreaterThan(0);
    stranger.kill();
  });

  it('does not prevent a start when its pid belongs to a zombie', async () => {
    // The shell becomes the second sleep, which never collects the first. The output ends when the first sleep ends.
    const parent = spawn('sh', ['-c', 'sleep 60 >/dev/null & echo $!; exec sleep 60 >/dev/null'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const zombie = Number(await text(parent.stdout));
    process.kill(zombie);
    await vi.waitUntil(async () => (await lookUpProcess(zombie))?.zombie, PATIENCE);
    await leave(zombie);
    expect(await countRows()).toBeGreaterThan(0);
    parent.kill();
  });
});

describe('the server dies unexpectedly', () => {
  let owner: Awaited<ReturnType<typeof start>>;
  beforeEach(async () => {
    owner = await start();
  });
  afterEach(() => owner.stop());

  it.each(['SIGKILL', 'SIGTERM', 'SIGQUIT'] as const)(
    'by %s: it is back within five seconds, at the same address, with all data',
    async (signal) => {
      const sql = connect(owner.url, 4);
      await sql`create table if not exists survivor as select 7 as n`;
      const before = serverPid(data.path);
      process.kill(before, signal);
      await vi.waitFor(() => expect(serverPid(data.path)).not.toBe(before), PATIENCE);
      const rows = await vi.waitFor(() => sql`select n from survivor`, PATIENCE);
      expect(rows).toEqual([{ n: 7 }]);
      await sql.end({ timeout: 2 });
    },
  );

  it('repeatedly: it comes back every time', async () => {
    const sql = connect(owner.url);
    for (let round = 0; round < 3; round += 1) {
      // The last process of the killed server may still answer before the next server exists, so retry the kill.
      await vi.waitFor(() => process.kill(serverPid(data.path), 'SIGKILL'), PATIENCE);
      const rows = await vi.waitFor(() => sql`select 1 as alive`, PATIENCE);
      expect(rows).toEqual([{ alive: 1 }]);
    }
    await sql.end({ timeout: 2 });
  });

  it('while it is being stopped: stop still ends every process', async () => {
    process.kill(serverPid(data.path), 'SIGKILL');
    await owner.stop();
    expect(data.processes()).toEqual([]);
  });
});
