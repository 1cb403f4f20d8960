import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { EmbeddedPostgresError } from './error.ts';
import type { ServerPlan, ServerProcess } from './server-process.ts';
import { SOCKET_PORT } from './settings.ts';

/** After a crash the write-ahead log is replayed first. It holds at most 256 MB, so this is ample. */
const START_LIMIT_MS = 120_000;
const POLL_MS = 15;

/**
 * Polls until the database answers a query. Creates the database in a new cluster.
 * @throws EmbeddedPostgresError when the server ends instead, or does not answer within two minutes.
 */
export async function waitUntilReady(server: ServerProcess, plan: ServerPlan, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  const ended = server.ended.then((how) => new EmbeddedPostgresError(`PostgreSQL ended while it was starting (${how})`));
  for (;;) {
    const outcome = await Promise.race([ended, answers(plan)]);
    if (outcome === true) return;
    if (outcome instanceof EmbeddedPostgresError) throw outcome;
    if (Date.now() > deadline) throw new EmbeddedPostgresError('PostgreSQL has given no answer for two minutes');
    await delay(POLL_MS, undefined, { signal });
  }
}

async function answers(plan: ServerPlan): Promise<boolean> {
  const { name } = plan.layout;
  const sql = maintenanceClient(plan);
  try {
    const found = await sql`select from pg_database where datname = ${name}`;
    if (found.count === 0) await sql`create database ${sql(name)}`;
    return true;
  } catch {
    return false; // no socket yet, or "the database system is starting up"
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Opens one connection to the database that every cluster has from the start. */
function maintenanceClient({ layout, socketDirectory }: ServerPlan): postgres.Sql {
  return postgres({
    host: socketDirectory,
    port: SOCKET_PORT,
    user: layout.name,
    database: 'postgres',
    max: 1,
    connect_timeout: 5,
    fetch_types: false,
  });
}
