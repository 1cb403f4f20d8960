import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareLayout } from '#server/db/embedded/layout.ts';

export interface TestDataDirectory {
  readonly path: string;
  /** Appears on the command line of every PostgreSQL process of this directory and of its guard. */
  readonly clusterName: string;
  remove(): Promise<void>;
}

/**
 * Creates an empty DATA_DIR in /tmp (not in TMPDIR, which may itself be below a directory closed to other users).
 * @param mode of its parent: 0o700 closes it to every user but the owner.
 */
export async function createDataDirectory(mode = 0o755): Promise<TestDataDirectory> {
  const parent = await mkdtemp('/tmp/lectern-data-');
  await chmod(parent, mode);
  const path = join(parent, 'data');
  const { clusterName } = await prepareLayout(path);
  return { path, clusterName, remove: () => rm(parent, { recursive: true, force: true }) };
}
