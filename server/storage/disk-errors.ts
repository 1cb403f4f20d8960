import { reasonOf, StorageError, StorageFullError, StorageUnavailableError } from './storage-errors.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** The code of a failed system call (`ENOENT`); undefined for other errors. */
export function errnoOf(error: unknown): string | undefined {
  const called = error instanceof Error && 'syscall' in error && 'code' in error;
  return called && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * The store's error for a failed system call: `StorageFullError` if there is no space, `StorageUnavailableError` for everything else
 * (denied, read-only, unmounted, input/output error, out of descriptors). Other errors are returned unchanged.
 */
export function diskError(error: unknown): Error {
  const code = errnoOf(error);
  if (code === undefined) return error instanceof Error ? error : new StorageUnavailableError(reasonOf(error));
  return FULL.has(code) ? new StorageFullError({ cause: error }) : new StorageUnavailableError(reasonOf(error), { cause: error });
}

/** Runs work and converts its errors with `diskError`. */
export async function withDiskErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StorageError ? error : diskError(error);
  }
}
