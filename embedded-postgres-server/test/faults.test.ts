import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DatabaseConnection, connectDatabase } from '#server/db/connect.ts';
import { isUnavailable } from '#server/db/faults.ts';
import { type TestDataDirectory, createDataDirectory } from '#server/db/testing/data-directory.ts';
import { eventually } from '#server/db/testing/eventually.ts';
import { startOwner } from '#server/db/testing/owner-process.ts';
import { processesWith, serverPid } from '#server/db/testing/process-list.ts';
import { lookUpProcess } from './process-table.ts';
import { startEmbeddedPostgres } from './start.ts';

let data: TestDataDirectory;
beforeAll(async () => {
  data = await createDataDirectory();
});
afterAll(() => data.remove());

const start = () => startEmbeddedPostgres({ dataDir: data.path, log: () => undefined });

/** Inserts rows until the connection breaks; only rows that the server acknowledged are counted. */
async function insertUntilCut({ sql }: DatabaseConnection, onAcknowledged: (count: number) => void): Promise<void> {
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
  const connection = connectDatabase({ url: postgres.url, poolSize: 1 });
  const [row] = await connection.sql<{ rows: number }[]>`select count(*)::int as rows from acknowledged`;
  await connection.close();
  await postgres.stop();
  return row?.rows ?? 0;
}

describe('kill -9 of the Node process that owns the database', () => {
  it('loses no acknowledged row and leaves no process; the next start works as usual', async () => {
    const owner = await startOwner(data.path);
    const connection = connectDatabase({ url: owner.url, poolSize: 1 });
    let acknowledged = 0;
    const writing = insertUntilCut(connection, (count) => {
      acknowledged = count;
      if (count === 200) process.kill(owner.pid, 'SIGKILL');
    });
    expect(isUnavailable(await writing.catch((error: unknown) => error))).toBe(true);
    await connection.close();
    await owner.ended;
    await eventually(() => processesWith(data.clusterName).length === 0);
    expect(acknowledged).toBeGreaterThanOrEqual(200);
    expect(await countRows()).toBeGreaterThanOrEqual(acknowledged);
  });

  it('after the guard was killed too, the next start ends the orphan first', async () => {
    const owner = await startOwner(data.path);
    const guard = processesWith(data.clusterName).find(({ command }) => command.includes('lectern-guard'));
    process.kill(guard?.pid ?? 0, 'SIGKILL');
    const orphan = serverPid(data.path);
    process.kill(owner.pid, 'SIGKILL');
    await owner.ended;
    expect(await lookUpProcess(orphan)).toMatchObject({ zombie: false });
    await countRows();
    expect(processesWith(data.clusterName)).toEqual([]);
  });
});

describe('a pid file that was left behind', () => {
  afterEach(async () => {
    const postgres = await start();
    await postgres.stop();
  });

  const leave = (pid: number) =>
    writeFile(
      join(data.path, 'postgres', 'cluster', 'postmaster.pid'),
      `${pid}\n${data.path}\n1795225148\n5432\n/tmp\n\n  1 1\nready\n`,
    );

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
    await eventually(async () => (await lookUpProcess(zombie))?.zombie);
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
      const connection = connectDatabase({ url: owner.url, poolSize: 4 });
      await connection.sql`create table if not exists survivor as select 7 as n`;
      const before = serverPid(data.path);
      process.kill(before, signal);
      const rows = await eventually(() => (serverPid(data.path) === before ? null : connection.sql`select n from survivor`));
      expect(rows).toEqual([{ n: 7 }]);
      await connection.close();
    },
  );

  it('repeatedly: it comes back every time', async () => {
    const connection = connectDatabase({ url: owner.url, poolSize: 1 });
    for (let round = 0; round < 3; round += 1) {
      // The last process of the killed server may still answer before the next server exists, so retry the kill.
      await eventually(() => process.kill(serverPid(data.path), 'SIGKILL'));
      const rows = await eventually(() => connection.sql`select 1 as alive`);
      expect(rows).toEqual([{ alive: 1 }]);
    }
    await connection.close();
  });

  it('while it is being stopped: stop still ends every process', async () => {
    process.kill(serverPid(data.path), 'SIGKILL');
    await owner.stop();
    expect(processesWith(data.clusterName)).toEqual([]);
  });
});
