import { createHash } from 'node:crypto';
import { mkdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './error.ts';

/** The files of a server, and its names. */
export interface Layout {
  /** Name of the database and of its user. The names of processes and temporary directories begin with it. */
  readonly name: string;
  /** Owned by this process's user; other users may pass through it, because PostgreSQL may run as another user. */
  readonly root: string;
  /** The cluster itself, owned by the user that PostgreSQL runs as. */
  readonly cluster: string;
  /** A complete cluster of the current major version that replaces `cluster` next. */
  readonly upgraded: string;
  /** The file whose kernel lock marks the directory as in use. */
  readonly lock: string;
  /** Describes the holder of the lock, for people and for the next start. */
  readonly holder: string;
  /** Identifies this cluster on PostgreSQL's command line, so that an orphan can be told apart from other servers. */
  readonly clusterName: string;
}

/** Name prefix of the temporary directories of an unfinished initdb. */
export const UNFINISHED = 'init-';

/** The major version that made the cluster, as its file PG_VERSION says. Null: there is no cluster, or it has no such file. */
export async function majorOf(cluster: string): Promise<number | null> {
  const text = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '');
  const major = Number.parseInt(text, 10);
  return Number.isInteger(major) ? major : null;
}

/**
 * Creates the directory and resolves symbolic links, so that two paths to one directory give the same layout.
 * @throws EmbeddedPostgresError when the directory cannot be created.
 */
export async function prepareLayout(directory: string, name: string): Promise<Layout> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o711 });
  } catch (error) {
    throw new EmbeddedPostgresError(`The data directory ${directory} cannot be created: ${String(error)}.`, { cause: error });
  }
  const root = await realpath(directory);
  const cluster = join(root, 'cluster');
  return {
    name,
    root,
    cluster,
    upgraded: join(root, 'upgraded'),
    lock: join(root, 'lock'),
    holder: join(root, 'holder.json'),
    clusterName: clusterNameOf(root, name),
  };
}

/** @param root the directory of the server, without symbolic links */
export function clusterNameOf(root: string, name: string): string {
  const fingerprint = createHash('sha256').update(join(root, 'cluster')).digest('hex').slice(0, 12);
  return `${name}-${fingerprint}`;
}
