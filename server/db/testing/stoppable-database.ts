import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { startOwner } from 'embedded-postgres-server/testing';
import { embeddedDirectory } from '#server/db/embedded-postgres.ts';
import { createDataDirectory } from './data-directory.ts';

/** A separate database that can be stopped and started at the same address. */
export async function aStoppableDatabase() {
  const directory = await createDataDirectory();
  const link = path.join(directory.path, 'socket');
  let owner = await startOwner(embeddedDirectory(directory.path));
  const pointTo = async (url: string) => {
    await rm(link, { force: true });
    await symlink(new URL(url).searchParams.get('host') ?? '', link);
  };
  await pointTo(owner.url);
  const url = new URL(owner.url);
  url.searchParams.set('host', link);
  return {
    url: url.href,
    stop: () => owner.stop(),
    start: async () => {
      owner = await startOwner(embeddedDirectory(directory.path));
      await pointTo(owner.url);
    },
    [Symbol.asyncDispose]: async () => {
      await owner.stop();
      await directory.remove();
    },
  };
}
