import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Config } from '#server/config.ts';
import { connectDatabase, type Database, type DatabaseConnection } from './connect.ts';
import { findEmbeddedDatabase, startEmbeddedDatabase } from './embedded-postgres.ts';
import { Listener } from './listener.ts';
import { migrateDatabase } from './migrate.ts';
import { untilReachable } from './until-reachable.ts';

interface Wanted {
  readonly config: Config;
  readonly log: Logger;
  /** Ends the wait for a database that is not available. */
  readonly signal: AbortSignal;
}

interface OpenDatabase {
  readonly database: DatabaseConnection;
  readonly db: Database;
  readonly listener: Listener;
  /** The address of PostgreSQL itself, without a pooler. */
  readonly directUrl: string;
}

/**
 * Connects to the database, migrates it, and opens the connection for its notifications. Waits until the database and its pooler can be
 * reached.
 */
export async function openDatabase({ config, log, signal }: Wanted, opened: AsyncDisposableStack): Promise<OpenDatabase> {
  const url = config.databaseUrl ?? (await openEmbedded(config, log, opened));
  const directUrl = config.databaseDirectUrl ?? url;
  const waiting = { log: (line: string) => log.warn(line), signal };
  // The lock of migrations belongs to a connection, which a pooler does not keep.
  await migrateDatabase({ url: directUrl, ...waiting });
  // A second address means that the first one is a pooler.
  const pooled = config.databaseDirectUrl !== null;
  const database = connectDatabase({ url, pooled });
  opened.defer(() => database.close());
  if (pooled && !(await untilReachable(() => limitsStatements(database.sql), waiting)))
    log.warn(
      'the pooler of DATABASE_URL sets no statement_timeout: a slow statement can keep its connection. See docs/self-hosting.md#a-pooler',
    );
  const listener = new Listener(directUrl);
  opened.defer(() => listener.close());
  return { database, db: database.db, listener, directUrl };
}

/** Whether the connections of a pooler have a limit of time for statements. */
async function limitsStatements(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ limit: string }[]>`select current_setting('statement_timeout') as limit`;
  return row?.limit !== '0';
}

async function openEmbedded(config: Config, log: Logger, opened: AsyncDisposableStack): Promise<string> {
  const postgres = await startEmbeddedDatabase({
    dataDir: config.dataDir,
    processes: 1,
    log: (line) => log.debug({ from: 'postgresql' }, line),
  });
  opened.defer(() => postgres.stop());
  return postgres.url;
}

/**
 * The address of the configured database for a command beside the server. The embedded database is that of the running server; if none runs, it
 * is started until `opened` is disposed of.
 *
 * @returns the address for LISTEN and for locks of the connection, which bypasses a pooler
 */
export async function databaseOfCommand({ config, log }: Omit<Wanted, 'signal'>, opened: AsyncDisposableStack): Promise<string> {
  return (
    config.databaseDirectUrl ??
    config.databaseUrl ??
    (await findEmbeddedDatabase(config.dataDir)) ??
    (await openEmbedded(config, log, opened))
  );
}
