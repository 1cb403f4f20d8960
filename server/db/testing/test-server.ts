import type { Sql } from 'postgres';
import { z } from 'zod';
import { openClient } from '#server/db/client.ts';

const testServerSchema = z.object({
  /** A database on the server from which others can be created. */
  url: z.string(),
  /** Name of the migrated database from which test databases are copied. Their names begin with it. */
  template: z.string(),
});
export type TestServer = z.infer<typeof testServerSchema>;

/** Passed in the environment, which reaches every worker and every process that a test starts. */
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

/** The URL of another database on the same server. */
export function databaseUrl(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** Runs one statement on a connection that is opened and closed for it. */
export async function runOnServer<Result>(url: string, statement: (sql: Sql) => PromiseLike<Result>): Promise<Result> {
  const sql = openClient(url, { max: 1, statementTimeoutMs: 0 });
  try {
    return await statement(sql);
  } finally {
    await sql.end();
  }
}
