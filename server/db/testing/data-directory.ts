import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { processesOf, type ListedProcess, serverPid } from 'embedded-postgres-server/testing';
import { EMBEDDED_NAME, embeddedDirectory } from '#server/db/embedded-postgres.ts';

export interface TestDataDirectory {
  readonly path: string;
  /** The processes of its embedded PostgreSQL. */
  postgresProcesses(): ListedProcess[];
  /** The pid of its embedded PostgreSQL. */
  postgresPid(): number;
  remove(): Promise<void>;
}

/** Creates an empty DATA_DIR in /tmp (not in TMPDIR, which may itself be below a directory closed to other users). */
export async function createDataDirectory(): Promise<TestDataDirectory> {
  const parent = await realpath(await mkdtemp('/tmp/lectern-data-'));
  await chmod(parent, 0o755);
  const path = join(parent, 'data');
  return {
    path,
    postgresProcesses: () => processesOf(embeddedDirectory(path), EMBEDDED_NAME),
    postgresPid: () => serverPid(embeddedDirectory(path)),
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}
