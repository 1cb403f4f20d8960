import { type PostgresJsDatabase, drizzle } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import * as schema from '#drizzle/schema/index.ts';
import { type ClientOptions, openClient } from './client.ts';
import { DatabaseSilentError } from './faults.ts';
import { Transactions } from './transactions.ts';

export type Database = PostgresJsDatabase<typeof schema>;
/** What `Database.transaction` hands to its work. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface DatabaseConnection {
  readonly db: Database;
  /** The client under it, for LISTEN and for what drizzle cannot say. Instants come as text here (drizzle switches postgres.js's own parsing off); `begin` takes the work alone. */
  readonly sql: Sql;
  /** Rejects when the database does not answer within two seconds. */
  readonly ping: () => Promise<void>;
  /** Lets running queries finish, for two seconds at most, and closes every connection. */
  readonly close: () => Promise<void>;
}

export interface DatabaseOptions {
  /** DATABASE_URL, or the `url` of the embedded database. */
  readonly url: string;
  /** Connections for single statements at most, and as many again for transactions. */
  readonly poolSize?: number;
  /** Whether the server may keep statements; see `ClientOptions`. */
  readonly prepare?: boolean;
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
export function connectDatabase({ url, poolSize = 10, ...choices }: DatabaseOptions): DatabaseConnection {
  const options = { prepare: true, statementTimeoutMs: 15_000, ...choices };
  const pool = openClient(url, { ...options, max: poolSize });
  const transactions = new Transactions(poolSize, (onclose) => openTransactionClient(url, { ...options, onclose }));
  const sql = transactions.over(pool);
  return {
    db: drizzle(sql, { schema }),
    sql,
    ping: () => ping(pool),
    async close() {
      await Promise.all([pool.end({ timeout: CLOSE_LIMIT_S }), transactions.close(CLOSE_LIMIT_S)]);
    },
  };
}

/** One connection that postgres.js never replaces: it would do so between two statements of a transaction. */
function openTransactionClient(url: string, options: Omit<ClientOptions, 'max'>): Sql {
  const client = openClient(url, { ...options, max: 1, max_lifetime: null });
  drizzle(client); // sets the client's parsers to what drizzle expects
  return client;
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
