import { rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';

import { describe, expect, it, onTestFinished } from 'vitest';

import { newBlobKey } from '#server/storage/blob-key.ts';
import type { BlobEntry, BlobStore } from '#server/storage/blob-store.ts';
import { readBytes } from './read-bytes.ts';
import { BlobExistsError, BlobNotFoundError, BlobSizeError } from '#server/storage/storage-errors.ts';
import { expectSince } from '#server/testing/moments.ts';
import { aStagedFile, collect, digest, drain, type StagedFile } from './files.ts';

/** The size of three parts of a multipart upload, of which the last is shorter. */
const BIG = 12 * 1024 * 1024 + 1;

/** Tests that every blob store must pass. `open` returns a working store. */
export function itKeepsTheContract(open: () => Promise<BlobStore>): void {
  async function aStore(): Promise<BlobStore> {
    const store = await open();
    onTestFinished(() => store.close());
    return store;
  }

  async function aBlob(store: BlobStore, size: number): Promise<StagedFile & { key: string }> {
    const file = await aStagedFile(size);
    const key = newBlobKey();
    await store.putFile(key, file.path, { size });
    onTestFinished(() => store.delete(key));
    return { ...file, key };
  }

  async function listed(store: BlobStore, key: string): Promise<BlobEntry | undefined> {
    for await (const entry of store.list()) if (entry.key === key) return entry;
    return undefined;
  }

  describe('putFile', () => {
    it.each([0, 1, BIG])('stores %i bytes unchanged', async (size) => {
      const store = await aStore();
      const { key, bytes } = await aBlob(store, size);
      expect(digest(await readBytes(store, key, { offset: 0, length: size }))).toBe(digest(bytes));
    });

    it('leaves the file to the caller; deleting it does not affect the blob', async () => {
      const store = await aStore();
      const { key, path, bytes } = await aBlob(store, 10);
      await rm(path);
      expect(await readBytes(store, key, { offset: 0, length: 10 })).toEqual(bytes);
    });

    it('never overwrites', async () => {
      const store = await aStore();
      const first = await aBlob(store, 10);
      const second = await aStagedFile(20);
      await expect(store.putFile(first.key, second.path, second)).rejects.toThrow(BlobExistsError);
      expect(await readBytes(store, first.key, { offset: 0, length: 10 })).toEqual(first.bytes);
    });

    it('lets one of many simultaneous puts for a key succeed', async () => {
      const store = await aStore();
      const key = newBlobKey();
      onTestFinished(() => store.delete(key));
      const files = await Promise.all(Array.from({ length: 8 }, () => aStagedFile(10)));
      const outcomes = await Promise.allSettled(files.map((file) => store.putFile(key, file.path, file)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const winner = files[outcomes.findIndex(({ status }) => status === 'fulfilled')];
      expect(await readBytes(store, key, { offset: 0, length: 10 })).toEqual(winner?.bytes);
    });

    it.each([
      ['longer', 10, 9],
      ['shorter', 10, 11],
      ['longer than promised, in parts', BIG, BIG - 1],
      ['shorter than promised, in parts', BIG, BIG + 1],
    ])('refuses a file that is %s', async (_, actual, size) => {
      const store = await aStore();
      const { path } = await aStagedFile(actual);
      const key = newBlobKey();
      await expect(store.putFile(key, path, { size })).rejects.toThrow(BlobSizeError);
      expect(await listed(store, key)).toBeUndefined();
    });

    it('stores nothing after an abort', async () => {
      const store = await aStore();
      const file = await aStagedFile(10);
      const key = newBlobKey();
      const signal = AbortSignal.abort(new Error('left'));
      await expect(store.putFile(key, file.path, { ...file, signal })).rejects.toThrow('left');
      expect(await listed(store, key)).toBeUndefined();
    });

    it.each(['', '../up', '/root', 'a//b', 'a/', 'A', 'ä', 'a.b', 'a b', 'x'.repeat(201)])('refuses the key %j', async (key) => {
      const store = await aStore();
      const file = await aStagedFile(1);
      await expect(store.putFile(key, file.path, file)).rejects.toThrow(TypeError);
    });

    it('accepts a key and another one below it', async () => {
      const store = await aStore();
      const above = await aBlob(store, 3);
      const file = await aStagedFile(4);
      const below = `${above.key}/below_it-1`;
      await store.putFile(below, file.path, file);
      onTestFinished(() => store.delete(below));
      expect(await listed(store, below)).toMatchObject({ size: 4 });
      expect(await listed(store, above.key)).toMatchObject({ size: 3 });
    });
  });

  describe('read', () => {
    it.each([
      [0, 1],
      [0, 100],
      [17, 40],
      [99, 1],
      [50, 0],
    ])('returns the range from %i with %i bytes', async (offset, length) => {
      const store = await aStore();
      const { key, bytes } = await aBlob(store, 100);
      expect(await readBytes(store, key, { offset, length })).toEqual(bytes.subarray(offset, offset + length));
    });

    it('rejects before the first byte if there is no such blob', async () => {
      const store = await aStore();
      await expect(store.read(newBlobKey(), { offset: 0, length: 1 })).rejects.toThrow(BlobNotFoundError);
    });

    it.each([
      ['begins within', 50, 51],
      ['begins past the end', 200, 1],
    ])('rejects a range that a truncated blob cannot fill: it %s', async (_, offset, length) => {
      const store = await aStore();
      const { key } = await aBlob(store, 100);
      await expect(store.read(key, { offset, length })).rejects.toThrow(BlobSizeError);
    });

    it('does not start after an abort', async () => {
      const store = await aStore();
      const { key } = await aBlob(store, 10);
      const signal = AbortSignal.abort(new Error('left'));
      await expect(store.read(key, { offset: 0, length: 10, signal })).rejects.toThrow('left');
    });

    it('makes the stream fail if it is aborted halfway', async () => {
      const store = await aStore();
      const { key } = await aBlob(store, BIG);
      const leaving = new AbortController();
      const stream = await store.read(key, { offset: 0, length: BIG, signal: leaving.signal });
      stream.once('data', () => leaving.abort());
      await expect(drain(stream)).rejects.toThrow('aborted');
    });
  });

  describe('pour', () => {
    it.each([
      [0, 1],
      [17, BIG - 20],
      [0, BIG],
      [50, 0],
    ])('passes on the range from %i with %i bytes, piece by piece', async (offset, length) => {
      const store = await aStore();
      const { key, bytes } = await aBlob(store, BIG);
      const pieces: Buffer[] = [];
      let busy = false;
      await store.pour(key, { offset, length }, async (piece) => {
        expect(busy).toBe(false);
        busy = true;
        await setImmediate();
        pieces.push(Buffer.from(piece));
        busy = false;
      });
      expect(digest(Buffer.concat(pieces))).toBe(digest(bytes.subarray(offset, offset + length)));
    });

    it('rejects before the first piece if there is no such blob or it is too short', async () => {
      const store = await aStore();
      const { key } = await aBlob(store, 100);
      const take = () => Promise.reject(new Error('a piece came'));
      await expect(store.pour(newBlobKey(), { offset: 0, length: 1 }, take)).rejects.toThrow(BlobNotFoundError);
      await expect(store.pour(key, { offset: 50, length: 51 }, take)).rejects.toThrow(BlobSizeError);
    });

    it('rejects with the error of its reader, or when it is aborted', async () => {
      const store = await aStore();
      const { key } = await aBlob(store, BIG);
      const enough = () => Promise.reject(new Error('enough'));
      await expect(store.pour(key, { offset: 0, length: BIG }, enough)).rejects.toThrow('enough');
      const leaving = new AbortController();
      const leave = async () => leaving.abort();
      await expect(store.pour(key, { offset: 0, length: BIG, signal: leaving.signal }, leave)).rejects.toThrow('aborted');
      const early = { offset: 0, length: 1, signal: AbortSignal.abort(new Error('left')) };
      await expect(store.pour(key, early, leave)).rejects.toThrow('left');
    });
  });

  describe('delete', () => {
    it('removes the blob, and succeeds if there is none', async () => {
      const store = await aStore();
      const { key } = await aBlob(store, 10);
      await store.delete(key);
      await store.delete(key);
      await expect(store.read(key, { offset: 0, length: 10 })).rejects.toThrow(BlobNotFoundError);
      expect(await listed(store, key)).toBeUndefined();
    });

    it('lets a running read complete or fail, but never end early', async () => {
      const store = await aStore();
      const { key, bytes } = await aBlob(store, BIG);
      const stream = await store.read(key, { offset: 0, length: BIG });
      await store.delete(key);
      const read = await stream.toArray().then(
        (pieces) => digest(Buffer.concat(pieces)),
        () => 'broken',
      );
      expect([digest(bytes), 'broken']).toContain(read);
    });
  });

  describe('list', () => {
    it('returns key, size and time', async () => {
      const store = await aStore();
      const since = Date.now();
      const { key } = await aBlob(store, 10);
      const entry = await listed(store, key);
      expect(entry).toMatchObject({ key, size: 10 });
      expectSince(since, entry?.modifiedAt);
    });

    it('ends with the reason of an abort', async () => {
      const store = await aStore();
      const signal = AbortSignal.abort(new Error('left'));
      await expect(collect(store.list({ signal }))).rejects.toThrow('left');
    });
  });

  describe('health', () => {
    it('leaves nothing behind', async () => {
      const store = await aStore();
      const before = new Set((await collect(store.list())).map(({ key }) => key));
      await Promise.all([store.health(), store.health()]);
      const added = (await collect(store.list())).filter(({ key }) => !before.has(key));
      expect(added).toEqual([]);
    });

    it('rejects with the reason of an abort', async () => {
      const store = await aStore();
      await expect(store.health({ signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow('left');
    });
  });

  it('discards nothing of a complete blob', async () => {
    const store = await aStore();
    const { key, bytes } = await aBlob(store, 10);
    await store.discardUnfinished(new Date(Date.now() + 60_000));
    expect(await readBytes(store, key, { offset: 0, length: 10 })).toEqual(bytes);
  });
}
