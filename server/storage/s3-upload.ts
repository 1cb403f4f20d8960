import { createReadStream } from 'node:fs';

import { ChecksumAlgorithm } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';

import type { PutOptions } from './blob-store.ts';
import { diskError } from './disk-errors.ts';
import { exactly } from './exact-stream.ts';
import { answered, BLOBS, type S3Bucket } from './s3-bucket.ts';

/** The smallest part that S3 accepts, in bytes. */
const PART = 5 * 1024 * 1024;

/** One, to save memory: an upload holds about three parts, the one being sent and the next one twice while it is assembled. */
const PARTS_AT_ONCE = 1;

/**
 * Uploads a file: in one request if it fits into one part, otherwise in parts, which are discarded if one fails. An abort ends the file
 * and not the running requests, so that the parts are properly discarded before this rejects. Each request contains a checksum that S3
 * verifies, and fails if the key is taken.
 */
export async function uploadFile(bucket: S3Bucket, key: string, path: string, { size, signal }: PutOptions): Promise<void> {
  const file = createReadStream(path);
  const body = exactly(file, { what: path, length: size, signal, stallMs: bucket.timeouts.stall, toError: diskError });
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
