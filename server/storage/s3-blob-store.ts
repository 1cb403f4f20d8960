import { Readable } from 'node:stream';

import { DeleteObjectCommand, GetObjectCommand, type GetObjectCommandOutput } from '@aws-sdk/client-s3';

import { checkedKey, isBlobKey } from './blob-key.ts';
import type { Abortable, BlobEntry, BlobStore, PutOptions, ReadRange } from './blob-store.ts';
import { exactly } from './exact-stream.ts';
import { answered, BLOBS, sending, type S3Bucket } from './s3-bucket.ts';
import { DEFAULT_TIMEOUTS, newS3Client, type S3Config } from './s3-client.ts';
import { isBeyondEnd, s3Error } from './s3-errors.ts';
import { discardProbes, discardUploads } from './s3-leftovers.ts';
import { listObjects } from './s3-listing.ts';
import { probeBucket } from './s3-probe.ts';
import { uploadFile } from './s3-upload.ts';
import { BlobSizeError, StorageUnavailableError } from './storage-errors.ts';

/** Sends no request yet. If the store is not available, `health` reports it. */
export function openS3BlobStore(config: S3Config): BlobStore {
  const timeouts = config.timeouts ?? DEFAULT_TIMEOUTS;
  return new S3BlobStore({ client: newS3Client(config, timeouts), name: config.bucket, timeouts });
}

class S3BlobStore implements BlobStore {
  readonly #bucket: S3Bucket;

  constructor(bucket: S3Bucket) {
    this.#bucket = bucket;
  }

  async putFile(key: string, path: string, options: PutOptions): Promise<void> {
    options.signal?.throwIfAborted();
    await uploadFile(this.#bucket, checkedKey(key), path, options);
  }

  async read(key: string, range: ReadRange): Promise<Readable> {
    const { offset, length, signal } = range;
    const Key = BLOBS + checkedKey(key);
    signal?.throwIfAborted();
    if (length === 0) return Readable.from([]);
    const command = new GetObjectCommand({ Bucket: this.#bucket.name, Key, Range: `bytes=${offset}-${offset + length - 1}` });
    const reply = this.#bucket.client.send(command, sending(this.#bucket, range)).catch((error: unknown) => {
      throw isBeyondEnd(error) ? new BlobSizeError(`Blob ${key}`, offset + length, undefined, { cause: error }) : error;
    });
    const body = bodyOf(key, range, await answered(reply, key, range));
    return exactly(body, {
      what: `Blob ${key}`,
      length,
      signal,
      stallMs: this.#bucket.timeouts.stall,
      toError: (error) => s3Error(error, key),
    });
  }

  async pour(key: string, range: ReadRange, take: (piece: Uint8Array) => Promise<void>): Promise<void> {
    const pieces: AsyncIterable<Uint8Array> = await this.read(key, range);
    for await (const piece of pieces) await take(piece);
  }

  async delete(key: string, options: Abortable = {}): Promise<void> {
    const command = new DeleteObjectCommand({ Bucket: this.#bucket.name, Key: BLOBS + checkedKey(key) });
    await answered(this.#bucket.client.send(command, sending(this.#bucket, options)), key, options);
  }

  async *list(options: Abortable = {}): AsyncGenerator<BlobEntry> {
    try {
      for await (const { name, size, modifiedAt } of listObjects(this.#bucket, BLOBS, options)) {
        const key = name.slice(BLOBS.length);
        if (isBlobKey(key)) yield { key, size, modifiedAt };
      }
    } catch (error) {
      options.signal?.throwIfAborted();
      throw s3Error(error, BLOBS);
    }
  }

  async discardUnfinished(before: Date, options: Abortable = {}): Promise<number> {
    const uploads = await answered(discardUploads(this.#bucket, before, options), BLOBS, options);
    const probes = await answered(discardProbes(this.#bucket, before, options), BLOBS, options);
    return uploads + probes;
  }

  async health(options: Abortable = {}): Promise<void> {
    await probeBucket(this.#bucket, options);
  }

  async freeBytes(): Promise<null> {
    return null;
  }

  close(): void {
    this.#bucket.client.destroy();
  }
}

/** The body, if it has the requested length. S3 shortens a range that extends past the end. */
function bodyOf(key: string, { offset, length }: ReadRange, { Body, ContentLength }: GetObjectCommandOutput): Readable {
  if (!(Body instanceof Readable)) throw new StorageUnavailableError(`the response for blob ${key} has no body`);
  if (ContentLength === length) return Body;
  Body.destroy();
  throw new BlobSizeError(`Blob ${key}`, offset + length, ContentLength === undefined ? undefined : offset + ContentLength);
}
