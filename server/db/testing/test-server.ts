import type { Sql } from 'postgres';
import { z } from 'zod';
import { openClient } from '#server/db/client.ts';

const testServerSchema = z.object({
  /** A database on the server, for making others. */
  url: z.string(),
  /** Name of the migrated database that test databases are copies of. */
  template: z.string(),
});
export type TestServer = z.infer<typeof testServerSchema>;

/** The environment reaches every worker and every process that a test starts. */
const VARIABLE = 'LECTERN_TEST_SERVER';

export function announceTestServer(server: TestServer): void {
  process.env[VARIABLE] = JSON.stringify(server);
}

/** @throws Error when the run has no global set-up. */
export function announcedTestServer(): TestServer {
  const announced = process.env[VARIABLE];
  if (announced === undefined)
    throw new Error('No test database server: name server/db/testing/global-setup.ts as the globalSetup of this run.');
  return testServerSchema.parse(JSON.parse(announced));
}

/** The same server, another database. */
export function databaseUrl(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** One statement on a connection that is opened for it and closed again. */
export async function runOnServer(url: string, statement: (sql: Sql) => PromiseLike<unknown>): Promise<void> {
  const sql = openClient(url, { max: 1, statementTimeoutMs: 0 });
  try {
    await statement(sql);
  } finally {
    await sql.end();
  }
}
