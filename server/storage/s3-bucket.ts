import type { S3Client } from '@aws-sdk/client-s3';

import type { Abortable } from './blob-store.ts';
import type { S3Timeouts } from './s3-client.ts';
import { s3Error } from './s3-errors.ts';

/** The prefix of blobs. A bucket may contain other objects, and `list` returns only blobs. */
export const BLOBS = 'blobs/';
export const PROBES = 'probes/';

export interface S3Bucket {
  readonly client: S3Client;
  readonly name: string;
  readonly timeouts: S3Timeouts;
}

/** The options of a small request: the time limit for the response, and the caller's signal. */
export function sending(bucket: S3Bucket, { signal }: Abortable): { requestTimeout: number; abortSignal?: AbortSignal } {
  return { requestTimeout: bucket.timeouts.answer, ...(signal ? { abortSignal: signal } : {}) };
}

/** The response. Rejects with the signal's reason after an abort, otherwise with the store's error for the key. */
export async function answered<T>(reply: Promise<T>, key: string, { signal }: Abortable): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    signal?.throwIfAborted();
    throw s3Error(error, key);
  }
}
