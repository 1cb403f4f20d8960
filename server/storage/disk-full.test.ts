import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { newBlobKey } from './blob-key.ts';
import { readBytes } from '#server/storage/testing/read-bytes.ts';
import { BlobNotFoundError, StorageFullError, StorageUnavailableError } from './storage-errors.ts';
import { aDiskStore, leftIn } from './testing/disk.ts';
import { aDirectory, aStagedFile } from './testing/files.ts';

const MIB = 1024 * 1024;
const mayMount = tryMount();
if (!mayMount) process.stderr.write('Tests of a full and of a read-only disk are left out: mounting a tmpfs needs root\n');

/** Whether this process may mount file systems. Root in a container often may not. */
function tryMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Mounts a disk of this size at a new directory. */
async function aSmallDisk(bytes: number): Promise<string> {
  const directory = await aDirectory();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', directory]);
  onTestFinished(() => void execFileSync('umount', [directory]));
  return directory;
}

describe.skipIf(!mayMount)('a small disk', () => {
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
    execFileSync('mount', ['-o', 'remount,ro', directory]);
    await expect(store.putFile(newBlobKey(), file.path, file)).rejects.toThrow(StorageUnavailableError);
    await expect(store.health()).rejects.toThrow(StorageUnavailableError);
    expect(await readBytes(store, key, { offset: 0, length: 10 })).toEqual(file.bytes);
  });

  it('that was unmounted is unavailable and does not report blobs as missing', async () => {
    const mountPoint = await aDirectory();
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', mountPoint]);
    const { store } = await aDiskStore(mountPoint);
    execFileSync('umount', [mountPoint]);
    const read = store.read(newBlobKey(), { offset: 0, length: 1 });
    await expect(read).rejects.toThrow(StorageUnavailableError);
    await expect(read).rejects.not.toThrow(BlobNotFoundError);
  });
});
