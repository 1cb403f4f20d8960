import { S3ServiceException } from '@aws-sdk/client-s3';

import {
  BlobExistsError,
  BlobNotFoundError,
  reasonOf,
  StorageError,
  StorageFullError,
  StorageUnavailableError,
} from './storage-errors.ts';

/** Error codes for missing space: the quota of Ceph, the disk and the quota of MinIO, and those of others. */
const FULL = new Set([
  'QuotaExceeded',
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'InsufficientStorage',
  'StorageFull',
]);
const MISSING = new Set(['NoSuchKey', 'NotFound']);

/**
 * The store's error for an error of the SDK. A missing bucket, refused credentials, timeouts, broken connections and 5xx mean that the
 * storage is unavailable. Only a missing object is `BlobNotFoundError`.
 */
export function s3Error(error: unknown, key: string): StorageError {
  if (error instanceof StorageError) return error;
  const { name, status, attempts } = answerOf(error);
  if (status === 507 || FULL.has(name)) return new StorageFullError({ cause: error });
  if (status === 404 && MISSING.has(name)) return new BlobNotFoundError(key, { cause: error });
  if (status === 412 && attempts === 1) return new BlobExistsError(key, { cause: error });
  return new StorageUnavailableError(`${name}: ${reasonOf(error)}`, { cause: error });
}

/** Whether S3 reports that the object ends before the range begins. */
export function isBeyondEnd(error: unknown): boolean {
  return answerOf(error).status === 416;
}

/** A 412 after a repeated request does not prove that the key is taken: the first request may have stored the blob. */
function answerOf(error: unknown): { name: string; status: number | undefined; attempts: number } {
  if (!(error instanceof S3ServiceException))
    return { name: error instanceof Error ? error.name : 'Error', status: undefined, attempts: 1 };
  const { httpStatusCode: status, attempts = 1 } = error.$metadata;
  return { name: error.name, status, attempts };
}
