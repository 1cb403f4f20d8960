import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, connect as openSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase } from './connect.ts';
import { DatabaseLevelError } from './levels.ts';
import { migrateDatabase } from './migrate.ts';
import { type TestDatabase, createTestDatabase } from './testing/test-database.ts';

let test: TestDatabase;
let folder: string;

beforeEach(async () => {
  test = await createTestDatabase();
  await test.sql`drop schema drizzle cascade`; // as if no migration had run yet
  folder = await mkdtemp(join(tmpdir(), 'lectern-migrations-'));
});
afterEach(async () => {
  await test.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Writes migrations in the format that drizzle-kit generates. */
async function write(...statements: string[]): Promise<void> {
  const entries = statements.map((_, index) => ({
    idx: index,
    version: '7',
    when: index + 1,
    tag: `000${index}_step`,
    breakpoints: true,
  }));
  await mkdir(join(folder, 'meta'), { recursive: true });
  await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }));
  for (const [index, statement] of statements.entries()) await writeFile(join(folder, `000${index}_step.sql`), statement);
}

const migrate = (url = test.url, signal?: AbortSignal, lines: string[] = []) =>
  migrateDatabase({ url, folder, signal, log: (line) => lines.push(line) });

const existing = async (table: string) => (await test.sql`select 1 from pg_tables where tablename = ${table}`).count === 1;

describe('migrateDatabase', () => {
  it('when six migrate at once, one does the work; the others wait and find nothing to do', async () => {
    await write('create table chairs (id int); select pg_sleep(0.2);', 'insert into chairs values (1);');
    await Promise.all(Array.from({ length: 6 }, () => migrate()));
    expect(await test.sql`select count(*)::int as n from chairs`).toEqual([{ n: 1 }]);
    expect(await test.sql`select count(*)::int as n from drizzle.__drizzle_migrations`).toEqual([{ n: 2 }]);
  });

  it('refuses a database that a newer version has migrated, and changes nothing', async () => {
    await write('create table chairs (id int);', 'create table tables (id int);');
    await migrate();
    await write('create table chairs (id int);');
    await expect(migrate()).rejects.toThrow(/migrated by a newer version of Lectern/);
    await write('create table other_chairs (id int);');
    await expect(migrate()).rejects.toThrow(DatabaseLevelError);
    expect(await existing('other_chairs')).toBe(false);
    expect(await test.sql`select count(*)::int as n from drizzle.__drizzle_migrations`).toEqual([{ n: 2 }]);
  });

  it('rolls back a failing migration completely and releases the lock', async () => {
    await write('create table chairs (id int);', 'create table tables (id int);\n--> statement-breakpoint\nselect nonsense;');
    await expect(migrate()).rejects.toThrow(/select nonsense/);
    expect(await existing('chairs')).toBe(false);
    expect(await existing('tables')).toBe(false);
    await write('create table chairs (id int);', 'create table tables (id int);');
    await migrate();
    expect(await existing('tables')).toBe(true);
  });

  it('waits for an unreachable database, logs once per step, and migrates when it is reachable', async () => {
    await write('create table chairs (id int);');
    const lines: string[] = [];
    const socket = join(folder, '.s.PGSQL.5432');
    const url = test.url.replace(/host=[^&]*/, `host=${encodeURIComponent(folder)}`);
    const { host, path } = realAddress();
    const relay = createServer((client) => {
      const server = path ? openSocket(path) : openSocket(Number(host?.port ?? 5432), host?.hostname);
      client
        .on('error', () => server.destroy())
        .pipe(server)
        .on('error', () => client.destroy())
        .pipe(client);
    });
    const waiting = migrateDatabase({
      url,
      folder,
      log(line) {
        lines.push(line);
        if (lines.length === 3) relay.listen(socket);
      },
    });
    await waiting;
    relay.close();
    expect(await existing('chairs')).toBe(true);
    expect(lines.map((line) => /again in (.*) s\./.exec(line)?.[1])).toEqual(['0.1', '0.2', '0.4']);
  });

  it('stops waiting when it is aborted', async () => {
    await write('create table chairs (id int);');
    const stop = new AbortController();
    const url = 'postgres://nobody@127.0.0.1:1/none';
    const waiting = migrateDatabase({ url, folder, signal: stop.signal, log: () => stop.abort(new Error('told to stop')) });
    await expect(waiting).rejects.toThrow(/told to stop|aborted/);
  });

  it('stops waiting for the lock when it is aborted', async () => {
    await write('create table chairs (id int);');
    const holder = connectDatabase({ url: test.url, poolSize: 1 });
    await holder.sql`select pg_advisory_lock(7305808491)`;
    const stop = new AbortController();
    const waiting = migrate(test.url, stop.signal);
    stop.abort(new Error('told to stop'));
    await expect(waiting).rejects.toThrow('told to stop');
    await holder.close();
    expect(await existing('chairs')).toBe(false);
  });

  it('does not wait when the database refuses the connection', async () => {
    await write('create table chairs (id int);');
    const url = new URL(test.url);
    url.pathname = '/lectern_no_such_database';
    await expect(migrate(url.href)).rejects.toThrow(/does not exist/);
  });
});

/** The address on which the test server listens: a socket or a host. */
function realAddress(): { path: string | null; host: URL | null } {
  const url = new URL(test.url);
  const directory = url.searchParams.get('host');
  return directory ? { path: join(directory, '.s.PGSQL.5432'), host: null } : { path: null, host: url };
}
