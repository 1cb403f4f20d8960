import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { cannotMount, mountDisk, remount } from '#server/testing/tmpfs.ts';
import { newBlobKey } from './blob-key.ts';
import { readBytes } from '#server/storage/testing/read-bytes.ts';
import { BlobNotFoundError, StorageFullError, StorageUnavailableError } from './storage-errors.ts';
import { aDiskStore, leftIn } from './testing/disk.ts';
import { aDirectory, aStagedFile } from './testing/files.ts';

const MIB = 1024 * 1024;
if (cannotMount !== null) process.stderr.write(`Tests of a full and of a read-only disk are left out: ${cannotMount}\n`);

/** Mounts a disk of this size at a new directory. */
async function aSmallDisk(bytes: number): Promise<string> {
  const directory = await aDirectory();
  onTestFinished(mountDisk(directory, bytes));
  return directory;
}

describe.skipIf(cannotMount !== null)('a small disk', () => {
  it('that is full refuses a blob, keeps nothing of it, and can still be read', async () => {
    const opened = await aDiskStore(await aSmallDisk(3 * MIB));
    const [kept, tooBig] = [await aStagedFile(MIB), await aStagedFile(4 * MIB)];
    const key = newBlobKey();
    await opened.store.putFile(key, kept.path, kept);
    await expect(opened.store.putFile(newBlobKey(), tooBig.path, tooBig)).rejects.toThrow(StorageFullError);
    expect(await leftIn(opened)).toEqual({ blobs: 1, temporary: [] });
    expect(await readBytes(opened.store, key, { offset: 0, length: 3 })).toEqual(kept.bytes.subarray(0, 3));
  });

  it('that is full is not healthy', async () => {
    const directory = await aSmallDisk(MIB);
    const { store } = await aDiskStore(directory);
    await expect(writeFile(join(directory, 'filler'), Buffer.alloc(2 * MIB))).rejects.toThrow('ENOSPC');
    await expect(store.health()).rejects.toThrow(StorageFullError);
    expect(await store.freeBytes()).toBe(0);
  });

  it('that became read-only refuses writes and can still be read', async () => {
    const directory = await aSmallDisk(3 * MIB);
    const { store } = await aDiskStore(directory);
    const file = await aStagedFile(10);
    const key = newBlobKey();
    await store.putFile(key, file.path, file);
    remount(directory, 'ro');
    await expect(store.putFile(newBlobKey(), file.path, file)).rejects.toThrow(StorageUnavailableError);
    await expect(store.health()).rejects.toThrow(StorageUnavailableError);
    expect(await readBytes(store, key, { offset: 0, length: 10 })).toEqual(file.bytes);
  });

  it('that was unmounted is unavailable and does not report blobs as missing', async () => {
    const mountPoint = await aDirectory();
    const unmount = mountDisk(mountPoint, 3 * MIB);
    const { store } = await aDiskStore(mountPoint);
    unmount();
    const read = store.read(newBlobKey(), { offset: 0, length: 1 });
    await expect(read).rejects.toThrow(StorageUnavailableError);
    await expect(read).rejects.not.toThrow(BlobNotFoundError);
  });
});
