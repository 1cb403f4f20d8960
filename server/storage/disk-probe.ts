import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { StorageUnavailableError } from './storage-errors.ts';

/**
 * Writes a small file, forces it to the disk, reads it back and deletes it. Throws the system call's error, or
 * `StorageUnavailableError` when other bytes come back.
 */
export async function probeDirectory(directory: string): Promise<void> {
  const text = randomUUID();
  const path = join(directory, `probe-${text}`);
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600, flush: true });
    const answer = await readFile(path, 'utf8');
    if (answer !== text) throw new StorageUnavailableError('other bytes came back than were written');
  } finally {
    await rm(path, { force: true });
  }
}
