import { afterAll, expect, it } from 'vitest';
import { openClient } from '#server/db/client.ts';
import { connectionsFor } from '#server/db/connections.ts';
import { SERVERS_PER_WORKER } from './global-setup.ts';
import { createTestDatabase } from './test-database.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

it('each worker has as many connections as the servers of a test file may open, whatever other workers do', async () => {
  const connections = connectionsFor(SERVERS_PER_WORKER) - connectionsFor(0);
  const sql = openClient(database.url, { max: connections, statementTimeoutMs: 0 });
  // Statements that are sent at the same time each open a connection, which stays open.
  const answers = await Promise.allSettled(Array.from({ length: connections }, () => sql`select 1`));
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
  await sql.end();
});
