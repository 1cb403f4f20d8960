import { expect, it } from 'vitest';
import { openClient } from './client.ts';
import { connectionsFor } from './connections.ts';
import { startEmbeddedDatabase } from './embedded-postgres.ts';
import { createDataDirectory } from './testing/data-directory.ts';

it('the embedded database has connections for every process of the service', async () => {
  const directory = await createDataDirectory();
  const processes = 4;
  const postgres = await startEmbeddedDatabase({ dataDir: directory.path, processes, log: () => undefined });
  const sql = openClient(postgres.url, { max: connectionsFor(processes), statementTimeoutMs: 0 });
  // Statements that are sent at the same time each open a connection, which stays open.
  const opened = Array.from({ length: connectionsFor(processes) - connectionsFor(0) }, () => sql`select 1`);
  const refused = (await Promise.allSettled(opened)).filter(({ status }) => status === 'rejected');
  await sql.end();
  await postgres.stop();
  await directory.remove();
  expect(refused).toEqual([]);
});
