import { createHash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './error.ts';

/** Where things lie inside `DATA_DIR/postgres`; nothing outside it is ever touched. */
export interface Layout {
  /** `DATA_DIR/postgres`: ours, open to be passed through, because PostgreSQL may run as another user. */
  readonly root: string;
  /** The cluster itself, owned by the user that PostgreSQL runs as. */
  readonly cluster: string;
  /** The file whose kernel lock says "in use". */
  readonly lock: string;
  /** Who holds the lock, for people and for the next start. */
  readonly holder: string;
  /** Names this cluster on PostgreSQL's command line, so that an orphan can be told from a stranger. */
  readonly clusterName: string;
}

/** Temporary directories of an unfinished initdb start with this. */
export const UNFINISHED = 'init-';

/**
 * Makes `DATA_DIR/postgres` and resolves links, so that two spellings of one directory are one.
 * @throws EmbeddedPostgresError when the directory cannot be made.
 */
export async function prepareLayout(dataDir: string): Promise<Layout> {
  const wanted = join(dataDir, 'postgres');
  try {
    await mkdir(wanted, { recursive: true, mode: 0o711 });
  } catch (error) {
    throw new EmbeddedPostgresError(`The data directory ${wanted} cannot be made: ${String(error)}.`, { cause: error });
  }
  const root = await realpath(wanted);
  const cluster = join(root, 'cluster');
  const fingerprint = createHash('sha256').update(cluster).digest('hex').slice(0, 12);
  return {
    root,
    cluster,
    lock: join(root, 'lock'),
    holder: join(root, 'holder.json'),
    clusterName: `lectern-${fingerprint}`,
  };
}
