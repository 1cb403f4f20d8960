import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../testing/connect.ts';
import { createDirectory, NAME, type TestDirectory } from '../testing/directory.ts';
import { startOwner } from '../testing/owner-process.ts';
import { EmbeddedPostgresError } from '../src/error.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/start.ts';

let data: TestDirectory;
const said: string[] = [];

beforeAll(async () => {
  data = await createDirectory();
});
afterAll(() => data.remove());

function start(): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ directory: data.path, name: NAME, log: (line) => said.push(line) });
}

/** Runs one statement on its own connection and returns the first value. */
async function ask(url: string, statement: string): Promise<unknown> {
  const sql = connect(url);
  try {
    const [row] = await sql.unsafe(statement);
    return row ? Object.values(row)[0] : undefined;
  } finally {
    await sql.end({ timeout: 2 });
  }
}

function socketDirectory(postgres: EmbeddedPostgres): string {
  return new URL(postgres.url).searchParams.get('host') ?? '';
}

describe('embedded PostgreSQL', () => {
  it('creates a durable UTF-8 database on the first start and removes the remains of an interrupted start', async () => {
    await mkdir(join(data.path, 'init-left', 'base'), { recursive: true });
    const postgres = await start();
    expect(await ask(postgres.url, 'show fsync')).toBe('on');
    expect(await ask(postgres.url, 'show server_encoding')).toBe('UTF8');
    expect(await ask(postgres.url, 'show listen_addresses')).toBe('');
    await ask(postgres.url, 'create table kept as select 42 as answer');
    await postgres.stop();
    expect(await readdir(data.path)).toEqual(['cluster', 'lock']);
    expect(said.some((line) => line.includes('ready to accept connections'))).toBe(true);
  });

  it('finds all data on the second start, and stop leaves neither process nor socket', async () => {
    const postgres = await start();
    expect(await ask(postgres.url, 'select answer from kept')).toBe(42);
    await Promise.all([postgres.stop(), postgres.stop()]);
    expect(data.processes()).toEqual([]);
    expect(existsSync(socketDirectory(postgres))).toBe(false);
  });

  it('refuses a second start on the directory and names the pid of the first, in this process and in another', async () => {
    const postgres = await start();
    try {
      const sentence = new RegExp(`${data.path} is in use by process ${process.pid}, running since 2`);
      await expect(start()).rejects.toThrow(sentence);
      await expect(startOwner(data.path)).rejects.toThrow(sentence);
      expect(await ask(postgres.url, 'select answer from kept')).toBe(42);
    } finally {
      await postgres.stop();
    }
  });

  it('explains what to do about a cluster of another major version and leaves it untouched', async () => {
    const file = join(data.path, 'cluster', 'PG_VERSION');
    const version = await readFile(file, 'utf8');
    await writeFile(file, '15\n');
    try {
      await expect(start()).rejects.toThrow(/made by PostgreSQL 15; this is PostgreSQL 18.*pg_dump/);
    } finally {
      await writeFile(file, version);
    }
  });

  it('reports why the server cannot start, with its last log lines, and releases the directory', async () => {
    const file = join(data.path, 'cluster', 'postgresql.auto.conf');
    await writeFile(file, "shared_preload_libraries = 'missing_library'\n");
    try {
      const refusal = await start().catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(EmbeddedPostgresError);
      expect(String(refusal)).toMatch(/ended while it was starting \(exit code 1\)[^]*missing_library/);
    } finally {
      await writeFile(file, '');
    }
    const postgres = await start();
    await postgres.stop();
  });
});
