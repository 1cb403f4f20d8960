import { S3ServiceException } from '@aws-sdk/client-s3';

import {
  BlobExistsError,
  BlobNotFoundError,
  reasonOf,
  StorageError,
  StorageFullError,
  StorageUnavailableError,
} from './storage-errors.ts';

/** Codes for "no room": Ceph's quota, MinIO's disk and quota, and what others call it. */
const FULL = new Set([
  'QuotaExceeded',
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'InsufficientStorage',
  'StorageFull',
]);
const MISSING = new Set(['NoSuchKey', 'NotFound']);

/**
 * The store's error for whatever the SDK threw about this blob. A missing bucket, refused keys, timeouts, broken
 * connections and 5xx are all the storage being out of reach; only a missing object is `BlobNotFoundError`.
 */
export function s3Error(error: unknown, key: string): StorageError {
  if (error instanceof StorageError) return error;
  const { name, status, attempts } = answerOf(error);
  if (status === 507 || FULL.has(name)) return new StorageFullError({ cause: error });
  if (status === 404 && MISSING.has(name)) return new BlobNotFoundError(key, { cause: error });
  if (status === 412 && attempts === 1) return new BlobExistsError(key, { cause: error });
  return new StorageUnavailableError(`${name}: ${reasonOf(error)}`, { cause: error });
}

/** S3 says that the object ends before the range begins. */
export function isBeyondEnd(error: unknown): boolean {
  return answerOf(error).status === 416;
}

/** A 412 after a repeated request is no proof of another blob: the first one may have stored ours, and its answer got lost. */
function answerOf(error: unknown): { name: string; status: number | undefined; attempts: number } {
  if (!(error instanceof S3ServiceException))
    return { name: error instanceof Error ? error.name : 'Error', status: undefined, attempts: 1 };
  const { httpStatusCode: status, attempts = 1 } = error.$metadata;
  return { name: error.name, status, attempts };
}
