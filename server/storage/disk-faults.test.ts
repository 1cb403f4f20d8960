import { execFileSync } from 'node:child_process';
import { access, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { newBlobKey } from './blob-key.ts';
import type { BlobStore } from './blob-store.ts';
import { createBlobStore } from './create-blob-store.ts';
import { DiskLayout } from './disk-layout.ts';
import { syncDirectory, syncFile } from './durable.ts';
import { readBytes } from './read-bytes.ts';
import { BlobNotFoundError, BlobSizeError, StorageFullError, StorageUnavailableError } from './storage-errors.ts';
import { aDirectory, aStagedFile, collect, drain, openDescriptors } from './test-files.ts';

// Real ones, of which single calls may be made to fail.
vi.mock('./durable.ts', { spy: true });

const MIB = 1024 * 1024;
const ANOTHER_DISK = '/dev/shm';
const hasAnotherDisk = await access(ANOTHER_DISK).then(() => true, () => false);
const hasProc = (await openDescriptors()) !== null;
const mayMount = tryMount();
if (!mayMount) process.stderr.write('Tests of a full and of a read-only disk are left out: mounting a tmpfs needs root\n');

interface Opened {
  store: BlobStore;
  directory: string;
}

async function aDiskStore(directory?: string): Promise<Opened> {
  const chosen = directory ?? (await aDirectory());
  return { store: await createBlobStore({ kind: 'disk', directory: chosen }), directory: chosen };
}

/** Whether this process may mount (root in a container often may not). */
function tryMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A disk of that many bytes, its directory of its own. */
async function aSmallDisk(bytes: number): Promise<string> {
  const directory = await aDirectory();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', directory]);
  onTestFinished(() => void execFileSync('umount', [directory]));
  return directory;
}

async function leftIn({ store, directory }: Opened): Promise<{ blobs: number; temporary: string[] }> {
  const blobs = await collect(store.list());
  return { blobs: blobs.length, temporary: await readdir(join(directory, '.tmp')) };
}

const NOTHING = { blobs: 0, temporary: [] };

describe('a disk that fails', () => {
  it('cannot be opened where a directory cannot be', async () => {
    const { path } = await aStagedFile(1);
    await expect(aDiskStore(join(path, 'blobs'))).rejects.toThrow(StorageUnavailableError);
  });

  it('is unavailable, not empty, once its directory has gone, and is not made again elsewhere', async () => {
    const { store, directory } = await aDiskStore();
    const file = await aStagedFile(1);
    await rm(directory, { recursive: true });
    const gone = StorageUnavailableError;
    await expect(store.putFile(newBlobKey(), file.path, file)).rejects.toThrow(gone);
    await expect(store.read(newBlobKey(), { offset: 0, length: 1 })).rejects.toThrow(gone);
    await expect(store.delete(newBlobKey())).rejects.toThrow(gone);
    await expect(collect(store.list())).rejects.toThrow(gone);
    await expect(store.discardUnfinished(new Date())).rejects.toThrow(gone);
    await expect(store.health()).rejects.toThrow(gone);
    await expect(store.freeBytes()).rejects.toThrow(gone);
    await expect(access(directory)).rejects.toThrow('ENOENT');
  });

  it('fails the put when the fsync of the bytes fails, and does not try it again', async () => {
    const opened = await aDiskStore();
    const file = await aStagedFile(1);
    vi.mocked(syncFile).mockClear().mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'fsync' }));
    await expect(opened.store.putFile(newBlobKey(), file.path, file)).rejects.toThrow(StorageUnavailableError);
    expect(syncFile).toHaveBeenCalledTimes(1);
    expect(await leftIn(opened)).toEqual(NOTHING);
  });

  it('takes the blob back when the fsync of its directory fails', async () => {
    const opened = await aDiskStore();
    const file = await aStagedFile(1);
    vi.mocked(syncDirectory).mockClear().mockRejectedValueOnce(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'fsync' }));
    await expect(opened.store.putFile(newBlobKey(), file.path, file)).rejects.toThrow(StorageFullError);
    expect(syncDirectory).toHaveBeenCalledTimes(1);
    expect(await leftIn(opened)).toEqual(NOTHING);
  });

  it('breaks a read of a blob that is cut under it', async () => {
    const { store, directory } = await aDiskStore();
    const file = await aStagedFile(4 * MIB);
    const key = newBlobKey();
    await store.putFile(key, file.path, file);
    const stream = await store.read(key, { offset: 0, length: file.size });
    await truncate(new DiskLayout(directory).pathOf(key), MIB);
    await expect(drain(stream)).rejects.toThrow(BlobSizeError);
  });
});

describe.skipIf(!mayMount)('a small disk', () => {
  it('that is full refuses the blob, keeps nothing of it, and still reads', async () => {
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

  it('that turned read-only refuses to write, and still reads', async () => {
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

  it('that was unmounted has no blobs that do not exist', async () => {
    const mountPoint = await aDirectory();
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', mountPoint]);
    const { store } = await aDiskStore(mountPoint);
    execFileSync('umount', [mountPoint]);
    const read = store.read(newBlobKey(), { offset: 0, length: 1 });
    await expect(read).rejects.toThrow(StorageUnavailableError);
    await expect(read).rejects.not.toThrow(BlobNotFoundError);
  });
});

describe.skipIf(!hasAnotherDisk)('a file staged on another disk', () => {
  it('is copied', async () => {
    const opened = await aDiskStore();
    const file = await aStagedFile(MIB, ANOTHER_DISK);
    const key = newBlobKey();
    await opened.store.putFile(key, file.path, file);
    expect(await readBytes(opened.store, key, { offset: MIB - 3, length: 3 })).toEqual(file.bytes.subarray(MIB - 3));
    expect(await leftIn(opened)).toEqual({ blobs: 1, temporary: [] });
  });

  it('leaves nothing when its copying is aborted', async () => {
    const opened = await aDiskStore();
    const file = await aStagedFile(64 * MIB, ANOTHER_DISK);
    const leaving = new AbortController();
    const put = opened.store.putFile(newBlobKey(), file.path, { ...file, signal: leaving.signal });
    await vi.waitFor(async () => expect(await readdir(join(opened.directory, '.tmp'))).toHaveLength(1), { interval: 1 });
    leaving.abort(new Error('left'));
    await expect(put).rejects.toThrow('left');
    expect(await leftIn(opened)).toEqual(NOTHING);
  });
});

describe.skipIf(!hasProc)('descriptors', () => {
  it('are given back by reads that are finished, aborted, refused or never begun', async () => {
    const { store } = await aDiskStore();
    const file = await aStagedFile(MIB);
    const key = newBlobKey();
    await store.putFile(key, file.path, file);
    const before = await openDescriptors();
    for (let n = 0; n < 20; n += 1) {
      const leaving = new AbortController();
      const range = { offset: 0, length: MIB };
      const [whole, aborted, unread] = await Promise.all([store.read(key, range), store.read(key, { ...range, signal: leaving.signal }), store.read(key, range)]);
      leaving.abort();
      unread.destroy();
      await drain(whole);
      await expect(drain(aborted)).rejects.toThrow('aborted');
      await expect(store.read(key, { offset: 0, length: 2 * MIB })).rejects.toThrow(BlobSizeError);
    }
    await vi.waitFor(async () => expect(await openDescriptors()).toBe(before));
  });
});
