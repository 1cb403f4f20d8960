/** PostgreSQL's settings by their names: `{ max_connections: '50' }`. */
export type Settings = Readonly<Record<string, string>>;

/** Used only in the name of the socket file (`.s.PGSQL.5432`); the server does not listen on the network. */
export const SOCKET_PORT = 5432;

/** A connection URL that names the directory of a socket, in libpq's format. */
export function socketUrl(name: string, socketDirectory: string): string {
  return `postgresql:///${name}?${new URLSearchParams({ host: socketDirectory, user: name })}`;
}

/**
 * PostgreSQL's settings as command line arguments, so that a newer version of the program can change them for existing clusters. The
 * caller's settings cannot change those that the address, the launcher and durability depend on.
 */
export function serverSettings(chosen: Settings, socketDirectory: string, clusterName: string): string[] {
  const settings: Settings = {
    timezone: 'UTC',
    // Parallel workers use /dev/shm, which containers limit to 64 MB.
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    log_min_messages: 'log', // LOG, FATAL and PANIC concern the server; clients learn of their errors themselves
    log_error_verbosity: 'terse', // DETAIL would write values of rows to the log
    log_checkpoints: 'off',
    log_line_prefix: '',
    ...chosen,

    listen_addresses: '',
    unix_socket_directories: socketDirectory,
    unix_socket_permissions: '0700',
    port: String(SOCKET_PORT),
    cluster_name: clusterName,

    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',

    logging_collector: 'off',
    log_destination: 'stderr',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
