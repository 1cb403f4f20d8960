import { chooseAccounts } from './account.ts';
import { installedBinaries } from './binaries.ts';
import { ensureCluster, removeUnfinished } from './cluster.ts';
import { type Layout, prepareLayout } from './layout.ts';
import { LineLog, type LineSink } from './line-log.ts';
import { type DataDirectoryLock, lockDataDirectory } from './lock.ts';
import { ownerOf } from './ownership.ts';
import { type Settings, socketUrl } from './settings.ts';
import { createSocketDirectory, removeSocketDirectory } from './socket-directory.ts';
import { Supervisor } from './supervisor.ts';
import { completeUpgrade, type MoveData, upgradeCluster } from './upgrade.ts';
import { usableBinaries } from './usable-binaries.ts';

export interface EmbeddedPostgresOptions {
  /** Where the files of the database are; created if it does not exist. One process at a time can use it. */
  readonly directory: string;
  /**
   * Name of the database and of its user: at most 20 small letters. The names of processes and temporary directories begin with it.
   */
  readonly name: string;
  /** Settings of PostgreSQL that differ from its defaults, for example `{ max_connections: '50' }`. */
  readonly settings?: Settings;
  /** Receives the output of PostgreSQL and its launcher, one line of limited length at a time. */
  readonly log: LineSink;
  /** Moves the data of an earlier major version of PostgreSQL. Without it, a cluster of another major version is refused. */
  readonly moveData?: MoveData;
}

export interface EmbeddedPostgres {
  /** In libpq's form: `postgresql:///<name>?host=<socket directory>&user=<name>`. Changes with every start. */
  readonly url: string;
  /** Shuts the server down and releases the data directory; may be called twice. */
  stop(): Promise<void>;
}

/**
 * Runs a real PostgreSQL in the directory. The first start takes about a second, later ones a tenth. The server is restarted
 * when it dies, and ends with this process, however this process ends.
 * @throws EmbeddedPostgresError with a sentence for the user when it cannot run.
 */
export async function startEmbeddedPostgres({
  directory,
  name,
  settings = {},
  log,
  moveData,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const layout = await prepareLayout(directory, name);
  const lock = lockDataDirectory(layout);
  try {
    return await startLocked({ layout, settings, moveData }, lock, new LineLog(log));
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface Wanted {
  readonly layout: Layout;
  readonly settings: Settings;
  readonly moveData: MoveData | undefined;
}

async function startLocked(
  { layout, settings, moveData }: Wanted,
  lock: DataDirectoryLock,
  log: LineLog,
): Promise<EmbeddedPostgres> {
  if (lock.previous) await removeSocketDirectory(lock.previous.socketDirectory, layout.name);
  await removeUnfinished(layout);
  await completeUpgrade(layout);
  const accounts = await chooseAccounts(await ownerOf(layout.cluster));
  const socketDirectory = await createSocketDirectory(accounts.server, layout.name);
  lock.describe({ pid: process.pid, startedAt: new Date().toISOString(), socketDirectory });
  try {
    const binaries = await usableBinaries(installedBinaries(), accounts, layout);
    if (moveData) await upgradeCluster({ layout, accounts, binaries, settings, log, moveData });
    await ensureCluster(layout, binaries, accounts);
    const supervisor = await Supervisor.start({ layout, binaries, account: accounts.server, socketDirectory, settings }, log);
    return running(supervisor, layout.name, socketDirectory, lock);
  } catch (error) {
    await removeSocketDirectory(socketDirectory, layout.name);
    throw error;
  }
}

function running(supervisor: Supervisor, name: string, socketDirectory: string, lock: DataDirectoryLock): EmbeddedPostgres {
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await supervisor.stop();
    await removeSocketDirectory(socketDirectory, name);
    lock.release();
  };
  return { url: socketUrl(name, socketDirectory), stop: () => (stopped ??= stop()) };
}
