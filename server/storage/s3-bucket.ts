import type { S3Client } from '@aws-sdk/client-s3';

import type { Abortable } from './blob-store.ts';
import type { S3Timeouts } from './s3-client.ts';
import { s3Error } from './s3-errors.ts';

/** Blobs lie under this prefix, so that a bucket may hold other things too and `list` shows blobs alone. */
export const BLOBS = 'blobs/';
export const PROBES = 'probes/';

export interface S3Bucket {
  readonly client: S3Client;
  readonly name: string;
  readonly timeouts: S3Timeouts;
}

/** What a small request is sent with: the limit of time for its answer, and the caller's signal. */
export function sending(bucket: S3Bucket, { signal }: Abortable): { requestTimeout: number; abortSignal?: AbortSignal } {
  return { requestTimeout: bucket.timeouts.answer, ...(signal ? { abortSignal: signal } : {}) };
}

/** The answer. Rejects with the signal's reason after an abort, else with the store's error about that key. */
export async function answered<T>(reply: Promise<T>, key: string, { signal }: Abortable): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    signal?.throwIfAborted();
    throw s3Error(error, key);
  }
}
