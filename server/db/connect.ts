import { type PostgresJsDatabase, drizzle } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import * as schema from '#drizzle/schema/index.ts';
import { openClient } from './client.ts';
import { DatabaseSilentError } from './faults.ts';

export type Database = PostgresJsDatabase<typeof schema>;
/** What `Database.transaction` hands to its work. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface DatabaseConnection {
  readonly db: Database;
  /** The client under it, for LISTEN and for what drizzle cannot say. Instants come as text here (drizzle switches postgres.js's own parsing off). */
  readonly sql: Sql;
  /** Rejects when the database does not answer within two seconds. */
  readonly ping: () => Promise<void>;
  /** Lets running queries finish, for two seconds at most, and closes every connection. */
  readonly close: () => Promise<void>;
}

export interface DatabaseOptions {
  /** DATABASE_URL, or the `url` of the embedded database. */
  readonly url: string;
  /** Connections at most. */
  readonly poolSize?: number;
  /** Milliseconds that one statement may take. */
  readonly statementTimeoutMs?: number;
}

const PING_LIMIT_MS = 2_000;
/** postgres.js waits for a query that broke with its connection, so the limit is short. */
const CLOSE_LIMIT_S = 2;

/**
 * The one way to the database, external or embedded. Connects lazily: with the database away this
 * succeeds and the queries reject with what `isUnavailable` recognises, until it is back.
 */
export function connectDatabase({ url, poolSize = 10, statementTimeoutMs = 15_000 }: DatabaseOptions): DatabaseConnection {
  const sql = openClient(url, { max: poolSize, statementTimeoutMs });
  return {
    db: drizzle(sql, { schema }),
    sql,
    ping: () => ping(sql),
    close: () => sql.end({ timeout: CLOSE_LIMIT_S }),
  };
}

async function ping(sql: Sql): Promise<void> {
  const query = sql`select 1`;
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new DatabaseSilentError(PING_LIMIT_MS));
    query.cancel();
  }, PING_LIMIT_MS);
  try {
    await Promise.race([query, silence]);
  } finally {
    clearTimeout(timer);
  }
}
