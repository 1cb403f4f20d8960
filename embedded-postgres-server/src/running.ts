import { existsSync } from 'node:fs';
import { prepareLayout } from './layout.ts';
import { currentHolder } from './lock.ts';
import { socketUrl } from './settings.ts';

/**
 * The address of the server that another process runs in the directory, in the form of `EmbeddedPostgres.url`. Null if none runs.
 * @throws EmbeddedPostgresError when that process is just starting.
 */
export async function findRunningPostgres({ directory, name }: { directory: string; name: string }): Promise<string | null> {
  if (!existsSync(directory)) return null;
  const holder = currentHolder(await prepareLayout(directory, name));
  return holder === null ? null : socketUrl(name, holder.socketDirectory);
}
