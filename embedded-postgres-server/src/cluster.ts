import { mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Accounts } from './account.ts';
import { type Binaries, program } from './binaries.ts';
import { EmbeddedPostgresError } from './error.ts';
import { type Layout, majorOf, UNFINISHED } from './layout.ts';
import { giveTo, ownerOf } from './ownership.ts';
import { approach, runProgram } from './programs.ts';

/**
 * Creates the cluster on the first start and checks it on every other.
 * @throws EmbeddedPostgresError when it is of another major version, incomplete or owned by another user.
 */
export async function ensureCluster(layout: Layout, binaries: Binaries, accounts: Accounts): Promise<void> {
  if ((await ownerOf(layout.cluster)) === null) {
    await createCluster(layout, layout.cluster, binaries, accounts);
  } else {
    await giveTo(accounts.server, layout.cluster);
    await checkVersion(layout, binaries);
  }
}

/** Removes what an interrupted initdb or an interrupted move of the data has left. */
export async function removeUnfinished(layout: Layout): Promise<void> {
  const left = (await readdir(layout.root)).filter((name) => name.startsWith(UNFINISHED));
  for (const name of left) await rm(join(layout.root, name), { recursive: true, force: true });
}

async function checkVersion(layout: Layout, binaries: Binaries): Promise<void> {
  const found = await majorOf(layout.cluster);
  if (found === binaries.major) return;
  throw new EmbeddedPostgresError(
    found === null
      ? `${layout.cluster} exists but holds no PostgreSQL database: restore it from a backup, or move it away to start empty.`
      : `The database in ${layout.cluster} was made by PostgreSQL ${found}; this is PostgreSQL ${binaries.major}, which cannot open it. Dump it with the version that made it (pg_dump), or use a PostgreSQL ${found} server.`,
  );
}

/** Runs initdb in a temporary directory, then renames it, so that a crash never leaves an incomplete cluster. */
export async function createCluster(layout: Layout, cluster: string, binaries: Binaries, accounts: Accounts): Promise<void> {
  const unfinished = await mkdtemp(join(layout.root, UNFINISHED));
  await giveTo(accounts.initdb, unfinished);
  const { cwd, path } = await approach(accounts.initdb, unfinished);
  const { ok, output } = await runProgram(
    accounts.initdb,
    program(binaries, 'initdb'),
    ['-D', path, '-U', layout.name, ...INITDB_OPTIONS],
    cwd,
  );
  if (!ok) {
    await rm(unfinished, { recursive: true, force: true });
    throw new EmbeddedPostgresError(`PostgreSQL could not make its data directory in ${layout.root}: ${output}`);
  }
  await giveTo(accounts.server, unfinished);
  await rename(unfinished, cluster);
  await syncDirectory(layout.root);
}

/** `trust` is sufficient: the server can be reached only through a socket in a directory that no other user can enter. */
const INITDB_OPTIONS = [
  ['-A', 'trust'],
  ['-E', 'UTF8'],
  // The built-in provider sorts the same way on every machine; the system's locales are not used.
  ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  ['--no-instructions'],
].flat();

/** Makes renames in the directory durable. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
