import { createReadStream } from 'node:fs';

import { ChecksumAlgorithm } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';

import type { PutOptions } from './blob-store.ts';
import { diskError } from './disk-errors.ts';
import { exactly } from './exact-stream.ts';
import { answered, BLOBS, type S3Bucket } from './s3-bucket.ts';

/** Bytes: the smallest part that S3 takes. */
const PART = 5 * 1024 * 1024;

/** One, for memory's sake: an upload takes about three parts, the one that is sent and the next one twice while it is put together. */
const PARTS_AT_ONCE = 1;

/**
 * Sends the file under the key: in one request when it fits one part, else in parts, which are given up when
 * one fails. An abort cuts the file, not the running requests, so that the parts are given up in order before
 * this rejects. Each request carries a checksum that S3 compares, and refuses a name that is taken.
 */
export async function uploadFile(bucket: S3Bucket, key: string, path: string, { size, signal }: PutOptions): Promise<void> {
  const file = createReadStream(path);
  const body = exactly(file, { what: path, length: size, signal, toError: diskError });
  const upload = new Upload({
    client: bucket.client,
    partSize: PART,
    queueSize: PARTS_AT_ONCE,
    params: { Bucket: bucket.name, Key: BLOBS + key, Body: body, IfNoneMatch: '*', ChecksumAlgorithm: ChecksumAlgorithm.CRC32 },
  });
  try {
    await answered(upload.done(), key, { signal });
  } finally {
    body.destroy();
  }
}
