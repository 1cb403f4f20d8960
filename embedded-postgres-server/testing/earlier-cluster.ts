import { chooseAccounts } from '../src/account.ts';
import { earlierBinaries, installedBinaries } from '../src/binaries.ts';
import { createCluster } from '../src/cluster.ts';
import { prepareLayout } from '../src/layout.ts';
import { LineLog } from '../src/line-log.ts';
import { whileRunning } from '../src/upgrade.ts';
import { usableBinaries } from '../src/usable-binaries.ts';

/** The earlier major version of which the binaries are installed. */
export const EARLIER_MAJOR = 17;

/** Creates a cluster of an earlier major version, as an earlier version of the program would have, and fills it while its server runs. */
export async function createEarlierCluster(directory: string, name: string, fill: (url: string) => Promise<void>): Promise<void> {
  const layout = await prepareLayout(directory, name);
  const accounts = await chooseAccounts(null);
  const earlier = earlierBinaries(EARLIER_MAJOR, layout.cluster, installedBinaries());
  const binaries = await usableBinaries(earlier, accounts, layout);
  await createCluster(layout, layout.cluster, binaries, accounts);
  await whileRunning({ layout, accounts, binaries, settings: {}, log: new LineLog(() => undefined) }, fill);
}
