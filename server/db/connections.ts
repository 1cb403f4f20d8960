/** Connections for single statements. Transactions get the same number in addition. */
export const POOL_SIZE = 10;

/** The most connections that one process of the service keeps open: two pools and the `Listener`. */
const CONNECTIONS_PER_PROCESS = 2 * POOL_SIZE + 1;

/** Connections beyond those of the service: for its operator's programs, and those that PostgreSQL keeps for superusers. */
const OTHER_CONNECTIONS = 8;

/**
 * How many connections a database server must allow for this many processes of the service. One more process is counted, because
 * the connections of a process that was replaced may not be closed yet.
 */
export function connectionsFor(processes: number): number {
  return (processes + 1) * CONNECTIONS_PER_PROCESS + OTHER_CONNECTIONS;
}
