import { createHash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './error.ts';

/** The files inside `DATA_DIR/postgres`; nothing outside it is ever touched. */
export interface Layout {
  /**
   * `DATA_DIR/postgres`. Owned by this process's user; other users may pass through it, because PostgreSQL may run as another user.
   */
  readonly root: string;
  /** The cluster itself, owned by the user that PostgreSQL runs as. */
  readonly cluster: string;
  /** The file whose kernel lock marks the directory as in use. */
  readonly lock: string;
  /** Describes the holder of the lock, for people and for the next start. */
  readonly holder: string;
  /** Identifies this cluster on PostgreSQL's command line, so that an orphan can be told apart from other servers. */
  readonly clusterName: string;
}

/** Name prefix of the temporary directories of an unfinished initdb. */
export const UNFINISHED = 'init-';

/**
 * Creates `DATA_DIR/postgres` and resolves symbolic links, so that two paths to one directory give the same layout.
 * @throws EmbeddedPostgresError when the directory cannot be created.
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
