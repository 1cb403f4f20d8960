import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { expect } from 'vitest';
import { type DatabaseConnection, connectDatabase } from '#server/db/connect.ts';
import { announcedTestServer, databaseUrl, runOnServer } from './test-server.ts';

export interface TestDatabase extends Pick<DatabaseConnection, 'db' | 'sql'> {
  /** For a server under test that opens its own connection. */
  readonly url: string;
  /** Closes the connection and drops the database, even if other clients are connected to it. */
  drop(): Promise<void>;
}

/** What PostgreSQL keeps of a name. */
const NAME_BYTES_MAX = 63;

/**
 * Creates an empty, migrated database on a real PostgreSQL, usually one for each test file. Transactions of the test may be idle for any
 * time, because tests hold locks until something waits for them, which takes long on a busy machine.
 * The name of the database ends with that of the test file, so that the tear-down can say which file has not dropped its database.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = announcedTestServer();
  const file = basename(expect.getState().testPath ?? '', '.test.ts');
  const name = `${server.template}_${randomBytes(6).toString('hex')}_${file}`.slice(0, NAME_BYTES_MAX);
  await runOnServer(server.url, (sql) => sql`create database ${sql(name)} template ${sql(server.template)}`);
  const url = databaseUrl(server.url, name);
  const connection = connectDatabase({ url, poolSize: 5, idleTransactionTimeoutMs: 0 });
  return {
    db: connection.db,
    sql: connection.sql,
    url,
    async drop() {
      await connection.close();
      await runOnServer(server.url, (sql) => sql`drop database ${sql(name)} with (force)`);
    },
  };
}
