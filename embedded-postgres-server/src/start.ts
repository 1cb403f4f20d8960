import { chooseAccounts } from './account.ts';
import { installedBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { type Layout, prepareLayout } from './layout.ts';
import { LineLog, type LineSink } from './line-log.ts';
import { type DataDirectoryLock, lockDataDirectory } from './lock.ts';
import { ownerOf } from './ownership.ts';
import { socketUrl } from './settings.ts';
import { createSocketDirectory, removeSocketDirectory } from './socket-directory.ts';
import { Supervisor } from './supervisor.ts';
import { usableBinaries } from './usable-binaries.ts';

export interface EmbeddedPostgresOptions {
  /** DATA_DIR; all files of the database are in its folder `postgres`. */
  readonly dataDir: string;
  /** Receives the output of PostgreSQL and its launcher, one line of limited length at a time. */
  readonly log: LineSink;
}

export interface EmbeddedPostgres {
  /** For `connectDatabase`: `postgresql:///lectern?host=<socket directory>&user=lectern`. */
  readonly url: string;
  /** Shuts the server down and releases the data directory; may be called twice. */
  stop(): Promise<void>;
}

/**
 * Runs a real PostgreSQL in `DATA_DIR/postgres`. The first start takes about a second, later ones a tenth. The server is restarted
 * when it dies, and ends with this process, however this process ends.
 * @throws EmbeddedPostgresError with a sentence for the user when it cannot run.
 */
export async function startEmbeddedPostgres({ dataDir, log }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const layout = await prepareLayout(dataDir);
  const lock = lockDataDirectory(layout);
  try {
    return await startLocked(layout, lock, new LineLog(log));
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startLocked(layout: Layout, lock: DataDirectoryLock, log: LineLog): Promise<EmbeddedPostgres> {
  if (lock.previous) await removeSocketDirectory(lock.previous.socketDirectory);
  const accounts = await chooseAccounts(await ownerOf(layout.cluster));
  const socketDirectory = await createSocketDirectory(accounts.server);
  lock.describe({ pid: process.pid, startedAt: new Date().toISOString(), socketDirectory });
  try {
    const binaries = await usableBinaries(installedBinaries(), accounts, layout.root);
    await ensureCluster(layout, binaries, accounts);
    const supervisor = await Supervisor.start({ layout, binaries, account: accounts.server, socketDirectory }, log);
    return running(supervisor, socketDirectory, lock);
  } catch (error) {
    await removeSocketDirectory(socketDirectory);
    throw error;
  }
}

function running(supervisor: Supervisor, socketDirectory: string, lock: DataDirectoryLock): EmbeddedPostgres {
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await supervisor.stop();
    await removeSocketDirectory(socketDirectory);
    lock.release();
  };
  return { url: socketUrl(socketDirectory), stop: () => (stopped ??= stop()) };
}
