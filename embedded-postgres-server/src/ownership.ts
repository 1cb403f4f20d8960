import { lchown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { EmbeddedPostgresError } from './error.ts';

/** Owner of a file or directory; null when it does not exist. */
export async function ownerOf(path: string): Promise<number | null> {
  try {
    return (await lstat(path)).uid;
  } catch {
    return null;
  }
}

/**
 * Makes the account the owner of a directory and everything in it. The directory itself comes last, so that it belongs to the
 * account only once its contents do.
 * @throws EmbeddedPostgresError when another user owns it and this process is not root.
 */
export async function giveTo(account: Account, directory: string): Promise<void> {
  const owner = await ownerOf(directory);
  if (owner === account.uid) return;
  if (process.getuid?.() !== 0) {
    throw new EmbeddedPostgresError(
      `${directory} belongs to user id ${owner}, not to this user (${account.uid}): start this program as the user who made it, or change its owner with chown -R.`,
    );
  }
  for (const entry of await readdir(directory, { recursive: true }))
    await lchown(join(directory, entry), account.uid, account.gid);
  await lchown(directory, account.uid, account.gid);
}
