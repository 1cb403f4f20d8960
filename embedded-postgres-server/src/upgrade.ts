import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Accounts } from './account.ts';
import { type Binaries, earlierBinaries } from './binaries.ts';
import { createCluster, syncDirectory } from './cluster.ts';
import { clusterNameOf, type Layout, majorOf, UNFINISHED } from './layout.ts';
import type { LineLog } from './line-log.ts';
import { giveTo } from './ownership.ts';
import { type Settings, socketUrl } from './settings.ts';
import { createSocketDirectory, removeSocketDirectory } from './socket-directory.ts';
import { Supervisor } from './supervisor.ts';
import { usableBinaries } from './usable-binaries.ts';

/** Copies all data from the first address into the second, an empty database of a newer major version. Nothing else uses the two meanwhile. */
export type MoveData = (from: string, to: string) => Promise<void>;

export interface Upgrade {
  readonly layout: Layout;
  readonly accounts: Accounts;
  /** Of the current major version. */
  readonly binaries: Binaries;
  readonly settings: Settings;
  readonly log: LineLog;
  readonly moveData: MoveData;
}

/**
 * Replaces a cluster of an earlier major version by one of the current version with the same data. The earlier cluster is kept as `cluster-<major>`. A
 * cluster is replaced only when all data has been copied and the new server has shut down, so a crash or an error at any time leaves the earlier
 * cluster as it was, and the next start begins again or completes the replacement.
 *
 * @throws EmbeddedPostgresError when the programs of the earlier version are not installed or do not run, and whatever `moveData` throws
 */
export async function upgradeCluster(upgrade: Upgrade): Promise<void> {
  const { layout, accounts, binaries, log } = upgrade;
  const major = await majorOf(layout.cluster);
  if (major === null || major >= binaries.major) return;
  const earlier = await usableBinaries(earlierBinaries(major, layout.cluster, binaries), accounts, layout);
  log.write(`Moving the database from PostgreSQL ${major} to PostgreSQL ${binaries.major}`);
  await giveTo(accounts.server, layout.cluster);
  const unfinished = await mkdtemp(join(layout.root, UNFINISHED));
  const fresh = join(unfinished, 'cluster');
  try {
    await giveTo(accounts.server, unfinished);
    await createCluster(layout, fresh, binaries, accounts);
    const next = { ...layout, cluster: fresh, clusterName: clusterNameOf(unfinished, layout.name) };
    await whileRunning({ ...upgrade, binaries: earlier }, (from) =>
      whileRunning({ ...upgrade, layout: next }, (to) => upgrade.moveData(from, to)),
    );
    await rename(fresh, layout.upgraded);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  await syncDirectory(layout.root);
  const kept = unusedName(join(layout.root, `cluster-${major}`));
  await rename(layout.cluster, kept);
  await syncDirectory(layout.root);
  await completeUpgrade(layout);
  log.write(`The database of PostgreSQL ${major} was kept as ${kept}; it can be removed`);
}

/**
 * Completes a replacement that was interrupted after the earlier cluster was put aside. If it was interrupted before, the earlier cluster may have been
 * changed since by another version of the program, so the copy is discarded.
 */
export async function completeUpgrade(layout: Layout): Promise<void> {
  if (!existsSync(layout.upgraded)) return;
  if (existsSync(layout.cluster)) await rm(layout.upgraded, { recursive: true, force: true });
  else await rename(layout.upgraded, layout.cluster);
  await syncDirectory(layout.root);
}

/** Runs the server of a cluster as long as the work takes. */
export async function whileRunning(
  { layout, accounts, binaries, settings, log }: Omit<Upgrade, 'moveData'>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const socketDirectory = await createSocketDirectory(accounts.server, layout.name);
  try {
    const supervisor = await Supervisor.start({ layout, binaries, account: accounts.server, socketDirectory, settings }, log);
    try {
      await work(socketUrl(layout.name, socketDirectory));
    } finally {
      await supervisor.stop();
    }
  } finally {
    await removeSocketDirectory(socketDirectory, layout.name);
  }
}

/** The path, or the path with the first number behind it that is not in use. */
function unusedName(path: string): string {
  let name = path;
  for (let number = 2; existsSync(name); number += 1) name = `${path}-${number}`;
  return name;
}
