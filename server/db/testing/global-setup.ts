import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '#server/db/embedded-postgres.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { announceTestServer, databaseUrl, runOnServer } from './test-server.ts';

/** A server on which the tests may create databases. */
interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Set-up of a whole test run (vitest `globalSetup`, or a call from any other runner): starts one real PostgreSQL, or uses
 * DATABASE_URL when it is set, and creates a migrated template that every test database is a copy of.
 * @returns the tear-down.
 */
export default async function setUpTestServer(): Promise<() => Promise<void>> {
  const external = process.env['DATABASE_URL'];
  const server = external ? { url: external, stop: () => Promise.resolve() } : await startTemporary();
  const template = `lectern_template_${process.pid}`;
  await runOnServer(server.url, (sql) => sql`create database ${sql(template)}`);
  await migrateDatabase({ url: databaseUrl(server.url, template), log: () => undefined });
  announceTestServer({ url: server.url, template });
  return async () => {
    await runOnServer(server.url, (sql) => sql`drop database ${sql(template)} with (force)`);
    await server.stop();
  };
}

async function startTemporary(): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  const postgres = await startEmbeddedDatabase(dataDir, () => undefined);
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
