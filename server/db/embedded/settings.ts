export const DATABASE_USER = 'lectern';
export const DATABASE_NAME = 'lectern';
/** Only names the socket file (`.s.PGSQL.5432`); nothing listens on the network. */
export const SOCKET_PORT = 5432;

/** The form of a connection URL that names a socket's directory, as libpq reads it. */
export function socketUrl(socketDirectory: string): string {
  return `postgresql:///${DATABASE_NAME}?${new URLSearchParams({ host: socketDirectory, user: DATABASE_USER })}`;
}

/**
 * PostgreSQL's settings as command line arguments, so that a newer Lectern changes them for clusters
 * that exist. Sized for one small team on a small machine: memory is modest, nothing is given up
 * in durability.
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
    // parallel workers take /dev/shm, which containers keep at 64 MB, and gain nothing at this size
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    jit: 'off',
    // of memory and SSDs; with the default, of rotating disks, whole tables are read where a hundred rows are wanted
    random_page_cost: '1.1',

    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',

    timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '',
    log_checkpoints: 'off',
    log_min_messages: 'log', // refused rows are the application's to report; LOG, FATAL and PANIC are about the server
    log_error_verbosity: 'terse', // DETAIL would put e-mail addresses into the log
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
