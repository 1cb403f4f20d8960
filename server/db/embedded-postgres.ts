import path from 'node:path';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  findRunningPostgres,
  startEmbeddedPostgres,
} from 'embedded-postgres-server';
import { connectionsFor } from './connections.ts';
import { moveDatabase } from './move-database.ts';

/** Sized for one small team on a small machine. */
const SETTINGS = {
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  jit: 'off',
  // The value for memory and SSDs. With the default, meant for rotating disks, the planner reads whole tables to return a hundred rows.
  random_page_cost: '1.1',
};

/** The name of the embedded database and of its user. */
export const EMBEDDED_NAME = 'lectern';

/** Where the files of the embedded database are. */
export function embeddedDirectory(dataDir: string): string {
  return path.join(dataDir, 'postgres');
}

interface EmbeddedOptions {
  readonly dataDir: string;
  /** How many processes of the service connect to it. */
  readonly processes: number;
  /** Receives the output of PostgreSQL, one line at a time. */
  readonly log: (line: string) => void;
}

/** The address of the database in `DATA_DIR/postgres` if a server runs it. @throws EmbeddedPostgresError while it is just starting */
export async function findEmbeddedDatabase(dataDir: string): Promise<string | null> {
  return findRunningPostgres({ directory: embeddedDirectory(dataDir), name: EMBEDDED_NAME });
}

/**
 * Starts the database in `DATA_DIR/postgres`. A database of the previous major version of PostgreSQL is moved to the current one first, and kept beside it.
 *
 * @throws EmbeddedPostgresError with sentences for the person at the terminal
 */
export async function startEmbeddedDatabase({ dataDir, processes, log }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const settings = { ...SETTINGS, max_connections: String(connectionsFor(processes)) };
  try {
    return await startEmbeddedPostgres({
      directory: embeddedDirectory(dataDir),
      name: EMBEDDED_NAME,
      settings,
      log,
      moveData: moveDatabase,
    });
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error;
    const variables = 'DATABASE_URL is the address of another PostgreSQL server; DATA_DIR is another directory.';
    throw new EmbeddedPostgresError(`${error.message}\n${variables}`, { cause: error });
  }
}
