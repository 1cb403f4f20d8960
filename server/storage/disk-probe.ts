import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { StorageUnavailableError } from './storage-errors.ts';

/**
 * Writes a small file, forces it to the disk, reads it and deletes it. Throws the error of the system call, or `StorageUnavailableError`
 * if the bytes are different.
 */
export async function probeDirectory(directory: string): Promise<void> {
  const text = randomUUID();
  const path = join(directory, `probe-${text}`);
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600, flush: true });
    const answer = await readFile(path, 'utf8');
    if (answer !== text) throw new StorageUnavailableError('the probe contained other bytes than were written');
  } finally {
    await rm(path, { force: true });
  }
}
