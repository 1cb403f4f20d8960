import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, it, onTestFinished } from 'vitest';

import { newBlobKey } from './blob-key.ts';
import { itKeepsTheContract } from './testing/contract.ts';
import type { BlobStore } from './blob-store.ts';
import { createBlobStore } from './create-blob-store.ts';
import { DEFAULT_TIMEOUTS, newS3Client, type S3Config } from './s3-client.ts';
import { StorageUnavailableError } from './storage-errors.ts';
import { aStagedFile, drain, openDescriptors } from './testing/files.ts';
import { s3FromEnvironment } from './testing/s3.ts';
import { aProxy, refuse, type Meddler } from './testing/addresses.ts';

const MIB = 1024 * 1024;
const given = s3FromEnvironment();
if (typeof given === 'string') process.stderr.write(`${given}\n`);

describe.skipIf(typeof given === 'string')('the S3 store', () => {
  // Never reached without S3, because the whole block is then skipped.
  const config = given as S3Config;
  const direct = newS3Client(config, DEFAULT_TIMEOUTS);
  const Bucket = config.bucket;

  itKeepsTheContract(() => createBlobStore({ kind: 's3', ...config }));

  async function aStoreBehind(meddle: Meddler, damage?: (piece: Buffer) => Buffer): Promise<BlobStore> {
    const endpoint = await aProxy(config.endpoint ?? '', meddle, damage);
    const store = await createBlobStore({ kind: 's3', ...config, endpoint });
    onTestFinished(() => store.close());
    return store;
  }

  /** The objects and unfinished uploads with a key in S3. */
  async function traces(key: string): Promise<{ objects: number; uploads: number }> {
    const at = { Bucket, Prefix: `blobs/${key}` };
    const { KeyCount = 0 } = await direct.send(new ListObjectsV2Command(at));
    const { Uploads = [] } = await direct.send(new ListMultipartUploadsCommand(at));
    return { objects: KeyCount, uploads: Uploads.length };
  }

  const NONE = { objects: 0, uploads: 0 };
  const isPart = (url: string | undefined, number: number): boolean => url?.includes(`partNumber=${number}`) ?? false;

  it('leaves no unfinished upload if a part fails permanently', async () => {
    const store = await aStoreBehind(({ url }, response) => isPart(url, 3) && (refuse(response, 500, 'InternalError'), true));
    const file = await aStagedFile(18 * MIB);
    const key = newBlobKey();
    await expect(store.putFile(key, file.path, file)).rejects.toThrow(StorageUnavailableError);
    expect(await traces(key)).toEqual(NONE);
  });

  it('repeats a part that fails once', async () => {
    let refused = 0;
    const store = await aStoreBehind(
      ({ url }, response) => isPart(url, 2) && refused++ === 0 && (refuse(response, 503, 'SlowDown'), true),
    );
    const file = await aStagedFile(12 * MIB);
    const key = newBlobKey();
    await store.putFile(key, file.path, file);
    expect(await traces(key)).toEqual({ objects: 1, uploads: 0 });
    await store.delete(key);
  });

  it('leaves no unfinished upload after an abort', async () => {
    const leaving = new AbortController();
    const store = await aStoreBehind(({ url }) => (isPart(url, 2) && leaving.abort(new Error('left')), false));
    const file = await aStagedFile(30 * MIB);
    const key = newBlobKey();
    await expect(store.putFile(key, file.path, { ...file, signal: leaving.signal })).rejects.toThrow('left');
    expect(await traces(key)).toEqual(NONE);
  });

  it.each([1, 12])('is protected by checksums: S3 refuses %i MiB that were damaged during transfer', async (mebibytes) => {
    const flip = (piece: Buffer): Buffer => (piece.length > 1000 ? Buffer.from(piece).fill(0, 500, 510) : piece);
    const store = await aStoreBehind(() => false, flip);
    const file = await aStagedFile(mebibytes * MIB);
    const key = newBlobKey();
    await expect(store.putFile(key, file.path, file)).rejects.toThrow(StorageUnavailableError);
    expect(await traces(key)).toEqual(NONE);
  });

  it('reports a lost response as unavailable, not as an existing key', async () => {
    let asked = 0;
    const store = await aStoreBehind(({ method }, response) => {
      if (method === 'PUT' && asked++ === 0) response.writeHead = () => response.destroy();
      return false;
    });
    const file = await aStagedFile(10);
    const key = newBlobKey();
    await expect(store.putFile(key, file.path, file)).rejects.toThrow(StorageUnavailableError);
    expect(asked).toBe(2);
    await store.delete(key);
  });

  it('discards uploads and probes that were never finished', async () => {
    const store = await aStoreBehind(() => false);
    const key = newBlobKey();
    await direct.send(new CreateMultipartUploadCommand({ Bucket, Key: `blobs/${key}` }));
    await direct.send(new PutObjectCommand({ Bucket, Key: `probes/${key}`, Body: 'left' }));
    expect(await store.discardUnfinished(new Date(Date.now() - 3_600_000))).toBe(0);
    expect(await store.discardUnfinished(new Date(Date.now() + 60_000))).toBeGreaterThanOrEqual(2);
    expect(await traces(key)).toEqual(NONE);
  });

  it('is not healthy while S3 does not respond in time, and deletes the probe when S3 responds again', async () => {
    const store = await aStoreBehind(({ method }) => method === 'GET');
    await expect(store.health({ signal: AbortSignal.timeout(200) })).rejects.toThrow('timeout');
    const probes = async (): Promise<unknown> =>
      (await direct.send(new ListObjectsV2Command({ Bucket, Prefix: 'probes/' }))).KeyCount;
    await expect.poll(probes).toBe(0);
  });

  it('releases the sockets of downloads that are finished, aborted or never started', async () => {
    const store = await aStoreBehind(() => false);
    const file = await aStagedFile(2 * MIB);
    const key = newBlobKey();
    await store.putFile(key, file.path, file);
    const before = await openDescriptors();
    for (let n = 0; n < 20; n += 1) {
      const leaving = new AbortController();
      const [aborted, unread] = await Promise.all(
        [leaving.signal, undefined].map((signal) => store.read(key, { offset: 0, length: file.size, signal })),
      );
      leaving.abort();
      unread?.destroy();
      if (aborted) await expect(drain(aborted)).rejects.toThrow('aborted');
      await drain(await store.read(key, { offset: 0, length: file.size }));
    }
    // A pair of idle sockets per direction stays for the next request.
    await expect.poll(async () => Number(await openDescriptors()) - Number(before)).toBeLessThan(10);
    await store.delete(key);
  });
});
