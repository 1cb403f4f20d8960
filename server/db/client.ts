import postgres from 'postgres';

/** Options of postgres.js that callers choose. */
export interface ClientOptions {
  /** Connections at most; they are opened as they are needed. */
  readonly max: number;
  /** Seconds after which a connection is replaced; null never. */
  readonly max_lifetime?: number | null;
  /** Called at once when a connection has closed. */
  readonly onclose?: () => void;
  /** False where a pooler stands in between that hands each transaction another connection: statements that are kept would be missed there. */
  readonly prepare?: boolean;
  /** Milliseconds a statement may take; 0 without limit. */
  readonly statementTimeoutMs: number;
}

/** So long a request may wait for a connection that does not come about. */
const CONNECT_TIMEOUT_S = 5;
/** An abandoned transaction holds locks that everybody else waits for. */
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000;
/** Reconnecting must not take longer than this after the database is back; postgres.js itself waits up to 20 s. */
const LONGEST_RECONNECT_DELAY_S = 1;

/**
 * A postgres.js client. Beside postgres.js's own URLs it understands libpq's form for a server behind a
 * unix socket, `postgresql:///database?host=/directory&user=name`, which the embedded database uses.
 */
export function openClient(url: string, options: ClientOptions): postgres.Sql {
  const { statementTimeoutMs, ...pool } = options;
  const common: postgres.Options<Record<string, never>> = {
    ...pool,
    connect_timeout: CONNECT_TIMEOUT_S,
    backoff: (attempt) => Math.min(0.05 * 2 ** attempt, LONGEST_RECONNECT_DELAY_S),
    onnotice: () => undefined, // "already exists, skipping" would go to the console
    connection: {
      application_name: 'lectern',
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
      // instants arrive as text and are read by Date: whatever the server's own settings, in this form
      DateStyle: 'ISO',
      TimeZone: 'UTC',
    },
  };
  const socket = socketAddress(url);
  return socket ? postgres({ ...socket, ...common }) : postgres(url, common);
}

function socketAddress(url: string) {
  if (!URL.canParse(url)) return null;
  const { pathname, searchParams } = new URL(url);
  const host = searchParams.get('host');
  if (!host?.startsWith('/')) return null;
  return {
    host,
    port: Number(searchParams.get('port') ?? 5432),
    database: decodeURIComponent(pathname.slice(1)),
    user: searchParams.get('user') ?? '',
    password: searchParams.get('password') ?? '',
  };
}
