import { open, type FileHandle } from 'node:fs/promises';

import { BlobSizeError } from './storage-errors.ts';

/**
 * Forces the bytes of a file to the disk, and checks that there are exactly `size`.
 *
 * A failed fsync is never repeated, because the kernel may discard the unwritten pages and report success the next time. Throws
 * `BlobSizeError`, or the error of the system call.
 */
export async function syncFile(path: string, size: number): Promise<void> {
  await withOpen(path, 'r+', async (file) => {
    await file.sync();
    const { size: actual } = await file.stat();
    if (actual !== size) throw new BlobSizeError(path, size, actual);
  });
}

/** Forces the entries of a directory to the disk. Otherwise a new name can be lost in a power failure. */
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
