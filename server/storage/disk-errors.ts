import { reasonOf, StorageError, StorageFullError, StorageUnavailableError } from './storage-errors.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** The code of a failed system call (`ENOENT`), if that is what was thrown. */
export function errnoOf(error: unknown): string | undefined {
  const called = error instanceof Error && 'syscall' in error && 'code' in error;
  return called && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * The store's error for a failed system call: no room is `StorageFullError`, anything else (denied, read-only,
 * unmounted, input/output error, out of descriptors) `StorageUnavailableError`. Other errors stay as they are.
 */
export function diskError(error: unknown): Error {
  const code = errnoOf(error);
  if (code === undefined) return error instanceof Error ? error : new StorageUnavailableError(reasonOf(error));
  return FULL.has(code) ? new StorageFullError({ cause: error }) : new StorageUnavailableError(reasonOf(error), { cause: error });
}

/** Runs it, with `diskError` for whatever it throws. */
export async function withDiskErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StorageError ? error : diskError(error);
  }
}
