import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import postgres from 'postgres';
import { encryptionOf } from '#server/database-encryption.ts';
import { SecureConnection } from './secure-connection.ts';
import { StartupRepair } from './startup-repair.ts';

/** Options of postgres.js that callers choose. */
export interface ClientOptions {
  /** Maximum number of connections. They are opened on demand. */
  readonly max: number;
  /** Seconds after which a connection is replaced. With null it never is. */
  readonly max_lifetime?: number | null;
  /** Called as soon as a connection has closed. */
  readonly onclose?: () => void;
  /**
   * Whether the URL is that of a pooler in transaction mode (PgBouncer). It gives each transaction another connection, so nothing is
   * prepared. It also refuses settings that it cannot keep apart for its clients, so its own connections must have the limits of time.
   */
  readonly pooled?: boolean;
  /** Set to false if statements differ each time. Prepared, they would collect on the connection. */
  readonly prepare?: boolean;
  /** Called with 1 when a connection is open, and with -1 when it has closed. */
  readonly oncount?: ((change: 1 | -1) => void) | undefined;
  /** Milliseconds a statement may take; 0 means no limit. */
  readonly statementTimeoutMs: number;
  /** Milliseconds a transaction may be idle; 0 means no limit. Default: a minute. */
  readonly idleTransactionTimeoutMs?: number;
}

/** How long a request waits for a connection to be established. */
const CONNECT_TIMEOUT_S = 5;
/** An abandoned transaction holds locks that other transactions wait for. */
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000;
/** Longest delay between attempts to reconnect once the database is back. The default of postgres.js is up to 20 s. */
const LONGEST_RECONNECT_DELAY_S = 1;

/**
 * Opens a postgres.js client. In addition to the URLs of postgres.js it accepts libpq's form for a unix socket,
 * `postgresql:///database?host=/directory&user=name`, which the embedded database uses, and `sslrootcert`.
 */
export function openClient(url: string, options: ClientOptions): postgres.Sql {
  const { statementTimeoutMs, idleTransactionTimeoutMs, oncount, pooled = false, ...pool } = options;
  const { url: address, encryption } = encryptionOf(url);
  const limits = {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs ?? IDLE_TRANSACTION_TIMEOUT_MS,
  };
  let attempts = 0;
  const common: postgres.Options<Record<string, never>> & SocketOption = {
    ...pool,
    // Our sockets encrypt themselves.
    ssl: false,
    ...(pooled && { prepare: false }),
    connect_timeout: CONNECT_TIMEOUT_S,
    backoff: (attempt) => Math.min(0.05 * 2 ** attempt, LONGEST_RECONNECT_DELAY_S),
    onnotice: () => undefined, // "already exists, skipping" would be written to the console
    // postgres.js asks for the array types of each new connection in a promise that it does not handle: if the connection breaks
    // then, the process ends. Drizzle reads and writes arrays itself.
    fetch_types: false,
    socket({ path, host: hosts, port: ports }) {
      // If the URL names several hosts, each attempt is at the next one.
      const [host = '', port = 0] = [hosts[attempts % hosts.length], ports[attempts % ports.length]];
      attempts += 1;
      const made =
        encryption && !path
          ? Object.assign(new SecureConnection({ host, port }, encryption, CONNECT_TIMEOUT_S * 1000), { host, port })
          : Object.assign(new LateErrorSocket(), { host, port }).connect(path ? { path } : { host, port });
      made.once('connect', () => {
        oncount?.(1);
        made.once('close', () => oncount?.(-1));
      });
      return made;
    },
    connection: {
      application_name: 'lectern',
      ...(pooled ? {} : limits),
      // Timestamps arrive as text and are parsed by Date, so the format must not depend on the server's own settings.
      DateStyle: 'ISO',
      TimeZone: 'UTC',
    },
  };
  const socket = socketAddress(address);
  return socket ? postgres({ ...socket, ...common }) : postgres(address, common);
}

/** An option of postgres.js that its types lack. It receives the parsed options. */
interface SocketOption {
  readonly socket: (address: {
    readonly path: string | false;
    readonly host: readonly string[];
    readonly port: readonly number[];
  }) => Duplex;
}

/**
 * Emits an error together with `close`. After an error, postgres.js still sends statements to the connection until it is closed, and
 * never settles them.
 */
class LateErrorSocket extends Socket {
  readonly #repair = new StartupRepair(this);
  #error: unknown;

  override _write(bytes: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    super._write(this.#repair.toSend(bytes), encoding, done);
  }

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event === 'error') {
      this.#error = values[0];
      return true;
    }
    if (event === 'close' && this.#error !== undefined && this.listenerCount('error') > 0) super.emit('error', this.#error);
    return super.emit(event, ...values);
  }
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
