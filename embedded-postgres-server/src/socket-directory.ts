import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Account } from './account.ts';
import { EmbeddedPostgresError } from './error.ts';
import { canEnter } from './programs.ts';
import { SOCKET_PORT } from './settings.ts';

/** macOS allows 104 bytes for a socket's path including the final NUL, Linux 108. */
const MAX_PATH_BYTES = 103;

/**
 * Creates a private directory (0700, owned by the account) with a short path for the server's socket. Only users who can enter it
 * can connect.
 * @throws EmbeddedPostgresError when no temporary directory is short and reachable enough.
 */
export async function createSocketDirectory(account: Account, name: string): Promise<string> {
  for (const base of [tmpdir(), '/tmp', '/var/tmp']) {
    if (!isShort(base, name) || !(await canEnter(account, base))) continue;
    const directory = await mkdtemp(join(base, `${name}-`)).catch(() => null);
    if (directory === null) continue;
    await chown(directory, account.uid, account.gid);
    return directory;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL needs a temporary directory for its socket; neither ${tmpdir()} nor /tmp can be used.`,
  );
}

function isShort(base: string, name: string): boolean {
  const socket = join(base, `${name}-XXXXXX`, `.s.PGSQL.${SOCKET_PORT}`);
  return Buffer.byteLength(socket) <= MAX_PATH_BYTES;
}

/** Removes a socket directory. A path read from a record that does not begin with the name is left alone. */
export async function removeSocketDirectory(directory: string, name: string): Promise<void> {
  if (!basename(directory).startsWith(`${name}-`)) return;
  await rm(directory, { recursive: true, force: true });
}
