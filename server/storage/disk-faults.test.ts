import { access, readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it, vi } from 'vitest';

import { newBlobKey } from './blob-key.ts';
import { DiskLayout } from './disk-layout.ts';
import { syncDirectory, syncFile } from './durable.ts';
import { readBytes } from '#server/storage/testing/read-bytes.ts';
import { BlobSizeError, StorageFullError, StorageUnavailableError } from './storage-errors.ts';
import { aDiskStore, leftIn, NOTHING } from './testing/disk.ts';
import { aStagedFile, collect, drain, openDescriptors } from './testing/files.ts';

// The real functions. Tests make single calls fail.
vi.mock('./durable.ts', { spy: true });

const MIB = 1024 * 1024;
const ANOTHER_DISK = '/dev/shm';
const hasAnotherDisk = await access(ANOTHER_DISK).then(
  () => true,
  () => false,
);
const hasProc = (await openDescriptors()) !== null;
describe('a disk that fails', () => {
  it('cannot be opened where no directory can be created', async () => {
    const { path } = await aStagedFile(1);
    await expect(aDiskStore(join(path, 'blobs'))).rejects.toThrow(StorageUnavailableError);
  });

  it('is unavailable, not empty, after its directory was removed, and is not created again', async () => {
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

  it('rejects the put if the fsync of the bytes fails, without a second try', async () => {
    const opened = await aDiskStore();
    const file = await aStagedFile(1);
    vi.mocked(syncFile)
      .mockClear()
      .mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'fsync' }));
    await expect(opened.store.putFile(newBlobKey(), file.path, file)).rejects.toThrow(StorageUnavailableError);
    expect(syncFile).toHaveBeenCalledTimes(1);
    expect(await leftIn(opened)).toEqual(NOTHING);
  });

  it('removes the blob if the fsync of its directory fails', async () => {
    const opened = await aDiskStore();
    const file = await aStagedFile(1);
    vi.mocked(syncDirectory)
      .mockClear()
      .mockRejectedValueOnce(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'fsync' }));
    await expect(opened.store.putFile(newBlobKey(), file.path, file)).rejects.toThrow(StorageFullError);
    expect(syncDirectory).toHaveBeenCalledTimes(1);
    expect(await leftIn(opened)).toEqual(NOTHING);
  });

  it('makes a read fail if the blob is truncated during it', async () => {
    const { store, directory } = await aDiskStore();
    const file = await aStagedFile(4 * MIB);
    const key = newBlobKey();
    await store.putFile(key, file.path, file);
    const stream = await store.read(key, { offset: 0, length: file.size });
    await truncate(new DiskLayout(directory).pathOf(key), MIB);
    await expect(drain(stream)).rejects.toThrow(BlobSizeError);
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

  it('leaves nothing if the copy is aborted', async () => {
    const opened = await aDiskStore();
    const file = await aStagedFile(64 * MIB, ANOTHER_DISK);
    const leaving = new AbortController();
    const put = opened.store.putFile(newBlobKey(), file.path, { ...file, signal: leaving.signal });
    await expect.poll(() => readdir(join(opened.directory, '.tmp')), { interval: 1 }).toHaveLength(1);
    leaving.abort(new Error('left'));
    await expect(put).rejects.toThrow('left');
    expect(await leftIn(opened)).toEqual(NOTHING);
  });
});

describe.skipIf(!hasProc)('descriptors', () => {
  it('are released by reads that are finished, aborted, refused or never started', async () => {
    const { store } = await aDiskStore();
    const file = await aStagedFile(MIB);
    const key = newBlobKey();
    await store.putFile(key, file.path, file);
    const before = await openDescriptors();
    for (let n = 0; n < 20; n += 1) {
      const leaving = new AbortController();
      const range = { offset: 0, length: MIB };
      const [whole, aborted, unread] = await Promise.all([
        store.read(key, range),
        store.read(key, { ...range, signal: leaving.signal }),
        store.read(key, range),
      ]);
      leaving.abort();
      unread.destroy();
      await drain(whole);
      await expect(drain(aborted)).rejects.toThrow('aborted');
      await expect(store.read(key, { offset: 0, length: 2 * MIB })).rejects.toThrow(BlobSizeError);
    }
    await expect.poll(openDescriptors).toBe(before);
  });
});
