import { type PostgresJsDatabase, drizzle } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import * as schema from '#drizzle/schema/index.ts';
import { type ClientOptions, openClient } from './client.ts';
import { POOL_SIZE } from './connections.ts';
import { Transactions } from './transactions.ts';

export type Database = PostgresJsDatabase<typeof schema>;
/** The argument that `Database.transaction` passes to its callback. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface DatabaseConnection {
  readonly db: Database;
  /**
   * The underlying client, for LISTEN and for statements that drizzle cannot express. Timestamps are text here, because drizzle
   * switches off the parsing of postgres.js. `begin` accepts only the callback.
   */
  readonly sql: Sql;
  readonly facts: () => DatabaseFacts;
  /** Rejects when the database has not answered until the signal is aborted. */
  readonly ping: (signal: AbortSignal) => Promise<void>;
  /** Waits up to two seconds for running queries, then closes every connection. */
  readonly close: () => Promise<void>;
}

/** What the connections of this process do now. */
export interface DatabaseFacts {
  /** How many connections are open. */
  readonly open: number;
  /** How many there can be. */
  readonly max: number;
  /** Transactions that run, and that wait for a connection. */
  readonly transactions: { readonly running: number; readonly waiting: number };
}

export interface DatabaseOptions {
  /** DATABASE_URL, or the `url` of the embedded database. */
  readonly url: string;
  /** Maximum number of connections for single statements. Transactions get the same number in addition. */
  readonly poolSize?: number;
  /** Whether the URL is that of a pooler; see `ClientOptions`. */
  readonly pooled?: boolean;
  /** Milliseconds a statement may take. With a pooler, its own limit applies. */
  readonly statementTimeoutMs?: number;
  /** Milliseconds a transaction may be idle; see `ClientOptions`. */
  readonly idleTransactionTimeoutMs?: number;
}

/** Short, because postgres.js also waits for queries whose connection has broken. */
const CLOSE_LIMIT_S = 2;

/**
 * Connects to the database, external or embedded. Connects lazily: if the database is unreachable, this call succeeds and queries
 * reject with errors that `isUnavailable` recognises until the database is back.
 */
export function connectDatabase({ url, poolSize = POOL_SIZE, ...choices }: DatabaseOptions): DatabaseConnection {
  let open = 0;
  const oncount = (change: 1 | -1) => void (open += change);
  const options = { statementTimeoutMs: 15_000, oncount, ...choices };
  const pool = openClient(url, { ...options, max: poolSize });
  const transactions = new Transactions(poolSize, (onclose) => openTransactionClient(url, { ...options, onclose }));
  const sql = transactions.over(pool);
  return {
    db: drizzle(sql, { schema }),
    sql,
    facts: () => ({ open, max: 2 * poolSize, transactions: transactions.facts }),
    ping: (signal) => ping(pool, signal),
    async close() {
      await Promise.all([pool.end({ timeout: CLOSE_LIMIT_S }), transactions.close(CLOSE_LIMIT_S)]);
    },
  };
}

/**
 * Opens a client with one connection that postgres.js never replaces. It could otherwise replace it between two statements of a
 * transaction.
 */
function openTransactionClient(url: string, options: Omit<ClientOptions, 'max'>): Sql {
  const client = openClient(url, { ...options, max: 1, max_lifetime: null });
  drizzle(client); // configures the client's parsers for drizzle
  return client;
}

async function ping(sql: Sql, signal: AbortSignal): Promise<void> {
  const query = sql`select 1`;
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => {
    reject(signal.reason);
    query.cancel();
  };
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await Promise.race([query, silence]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
