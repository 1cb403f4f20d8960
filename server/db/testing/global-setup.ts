import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connectionsFor } from '#server/db/connections.ts';
import { EMBEDDED_NAME, startEmbeddedDatabase } from '#server/db/embedded-postgres.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { INSTANCES } from './instances.ts';
import { announceTestServer, databaseUrl, runOnServer } from './test-server.ts';

/** How many servers a test file may run at the same time. The connections of the file itself count as one more. */
export const SERVERS_PER_WORKER = 3;

/** A server on which the tests may create databases. */
interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Set-up of a whole test run (vitest `globalSetup`): starts one real PostgreSQL, or uses DATABASE_URL when it is set, and creates a
 * migrated template that every test database is a copy of.
 *
 * @returns the tear-down. It fails when tests have left a database, and so perhaps a server that uses it.
 * @throws Error if the server at DATABASE_URL has too few connections for the workers of the run
 */
export default async function setUpTestServer({ config }: Pick<TestProject, 'config'>): Promise<() => Promise<void>> {
  const external = process.env['DATABASE_URL'];
  const processes = config.maxWorkers * SERVERS_PER_WORKER * INSTANCES;
  const server = external ? await existing(external, connectionsFor(processes)) : await startTemporary(processes);
  const template = `lectern_test_${process.pid}`;
  await runOnServer(server.url, (sql) => sql`create database ${sql(template)}`);
  await migrateDatabase({ url: databaseUrl(server.url, template), log: () => undefined });
  announceTestServer({ url: server.url, template });
  return async () => {
    const left = await databasesFrom(server, template);
    for (const name of [...left, template]) await runOnServer(server.url, (sql) => sql`drop database ${sql(name)} with (force)`);
    await server.stop();
    if (left.length > 0) throw new Error(`These databases were not dropped by the tests that created them: ${left.join(', ')}`);
  };
}

async function databasesFrom(server: Server, template: string): Promise<string[]> {
  const rows = await runOnServer(
    server.url,
    (sql) => sql<{ datname: string }[]>`select datname from pg_database where starts_with(datname, ${`${template}_`})`,
  );
  return rows.map(({ datname }) => datname);
}

/** @param needed the number of connections that the run may open */
async function existing(url: string, needed: number): Promise<Server> {
  await runOnServer(url, async (sql) => {
    const [row] = await sql<{ allowed: number }[]>`select current_setting('max_connections')::int as allowed`;
    if (row && row.allowed < needed)
      throw new Error(
        `The server at DATABASE_URL allows ${row.allowed} connections, and this run may open ${needed}. ` +
          'Increase max_connections there, or run fewer workers (vitest --maxWorkers=1).',
      );
  });
  return { url, stop: () => Promise.resolve() };
}

async function startTemporary(processes: number): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  const postgres = await startEmbeddedDatabase({ dataDir, processes, log: () => undefined });
  // Nothing here outlives the run, so commits do not wait for the disk. Tests of durability have servers of their own.
  await runOnServer(postgres.url, (sql) => sql`alter role ${sql(EMBEDDED_NAME)} set synchronous_commit = off`);
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
