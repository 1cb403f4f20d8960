/** Codes that postgres.js uses when a connection could not be established or broke. */
const CLIENT_CODES = new Set(['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED', 'CONNECT_TIMEOUT']);

/** System error codes for a host that does not answer or cannot be reached. */
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** The same for a unix socket. These codes mean something else for files. */
const SOCKET_CODES = new Set(['ENOENT', 'EACCES', 'EAGAIN', 'ENOTSOCK']);

/**
 * SQLSTATEs of a server that responds but cannot serve: connection exceptions (08), a deadlock in which this transaction was chosen
 * to fail (40P01), out of memory, disk or connections (53), a statement that ran or waited too long (57014), shutting down, crashed
 * or starting up (57P01–57P03), disk failure (58030), and a primary that has become a standby (25006).
 */
const SERVER_STATES = /^(08...|40P01|53...|57014|57P0[123]|58030|25006)$/;

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Whether an error or one of its causes means that the database is temporarily unavailable. Answer with 503 so that the client
 * retries later.
 */
export function isUnavailable(error: unknown): boolean {
  return causes(error).some(saysUnavailable);
}

/**
 * The name of the unique constraint or index that an insert or update violated.
 * @returns null for every other error.
 */
export function uniqueViolation(error: unknown): string | null {
  return violated(error, UNIQUE_VIOLATION);
}

/**
 * The name of the foreign key whose row was missing.
 * @returns null for every other error.
 */
export function foreignKeyViolation(error: unknown): string | null {
  return violated(error, FOREIGN_KEY_VIOLATION);
}

function violated(error: unknown, state: string): string | null {
  const violation = causes(error).find((each) => textOf(each, 'code') === state);
  return violation ? textOf(violation, 'constraint_name') : null;
}

function saysUnavailable(error: Error): boolean {
  const code = textOf(error, 'code') ?? '';
  if (SOCKET_CODES.has(code)) return textOf(error, 'syscall') === 'connect';
  return CLIENT_CODES.has(code) || SYSTEM_CODES.has(code) || SERVER_STATES.test(code);
}

/** The error and its causes: drizzle wraps the driver's error as the cause of its own. */
function causes(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let each = error; each instanceof Error && !chain.includes(each); each = each.cause) chain.push(each);
  return chain;
}

function textOf(error: Error, field: string): string | null {
  const value: unknown = Reflect.get(error, field);
  return typeof value === 'string' ? value : null;
}
