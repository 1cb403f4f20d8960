import { chmod, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ListedProcess, processesOf } from './process-list.ts';

/** The name of the servers that the tests start. */
export const NAME = 'tested';

export interface TestDirectory {
  readonly path: string;
  /** The processes of its server. */
  processes(): ListedProcess[];
  remove(): Promise<void>;
}

/**
 * Creates an empty directory for a server in /tmp (not in TMPDIR, which may itself be below a directory closed to other users).
 *
 * @param mode of its parent; 0o700 closes it to every user but the owner
 */
export async function createDirectory(mode = 0o755): Promise<TestDirectory> {
  const parent = await realpath(await mkdtemp('/tmp/tested-server-'));
  await chmod(parent, mode);
  const path = join(parent, 'postgres');
  await mkdir(path, { mode: 0o711 });
  return {
    path,
    processes: () => processesOf(path, NAME),
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}
