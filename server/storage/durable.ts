import { open, type FileHandle } from 'node:fs/promises';

import { BlobSizeError } from './storage-errors.ts';

/**
 * Forces the file's bytes to the disk, and checks that they are exactly `size`.
 *
 * A failed fsync is final: the kernel may drop the unwritten pages and report success the next time, so it is
 * never tried again. Throws `BlobSizeError`, or the system call's error.
 */
export async function syncFile(path: string, size: number): Promise<void> {
  await withOpen(path, 'r+', async (file) => {
    await file.sync();
    const { size: actual } = await file.stat();
    if (actual !== size) throw new BlobSizeError(path, size, actual);
  });
}

/** Forces the directory's entries to the disk: without it a power cut may forget a new name. */
export async function syncDirectory(path: string): Promise<void> {
  await withOpen(path, 'r', (directory) => directory.sync());
}

async function withOpen(path: string, flags: string, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(path, flags);
  try {
    await work(handle);
  } finally {
    await handle.close();
  }
}
