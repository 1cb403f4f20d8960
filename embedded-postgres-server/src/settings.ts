export const DATABASE_USER = 'lectern';
export const DATABASE_NAME = 'lectern';
/** Used only in the name of the socket file (`.s.PGSQL.5432`); the server does not listen on the network. */
export const SOCKET_PORT = 5432;

/** A connection URL that names the directory of a socket, in libpq's format. */
export function socketUrl(socketDirectory: string): string {
  return `postgresql:///${DATABASE_NAME}?${new URLSearchParams({ host: socketDirectory, user: DATABASE_USER })}`;
}

/**
 * PostgreSQL's settings as command line arguments, so that a newer Lectern can change them for existing clusters. Sized for one
 * small team on a small machine: little memory, full durability.
 */
export function serverSettings(socketDirectory: string, clusterName: string): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketDirectory,
    unix_socket_permissions: '0700',
    port: String(SOCKET_PORT),
    cluster_name: clusterName,

    max_connections: '50',
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    // Parallel workers use /dev/shm, which containers limit to 64 MB, and gain nothing at this size.
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    jit: 'off',
    // The value for memory and SSDs. With the default, meant for rotating disks, the planner reads whole tables to return a hundred
    // rows.
    random_page_cost: '1.1',

    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',

    timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '',
    log_checkpoints: 'off',
    log_min_messages: 'log', // the application reports rejected rows; LOG, FATAL and PANIC concern the server
    log_error_verbosity: 'terse', // DETAIL would write e-mail addresses to the log
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
