import { mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = /^deck-renderer-(\d+)-/;

/** Creates the directory for everything temporary of this process; its name has the process's id. */
export function createWorkFolder(): string {
  return mkdtempSync(join(tmpdir(), `deck-renderer-${process.pid}-`));
}

/** Removes the directories of processes that were killed. Those of other users stay: they cannot be removed. */
export async function removeOldFolders(): Promise<void> {
  const place = tmpdir();
  for (const name of await readdir(place)) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) await rm(join(place, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is alive as well.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
