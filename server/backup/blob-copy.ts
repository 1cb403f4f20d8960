import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Hashing } from '#server/db/whole-database.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { BlobExistsError } from '#server/storage/storage-errors.ts';

interface Copy {
  readonly from: Pick<BlobStore, 'read'>;
  readonly to: Pick<BlobStore, 'putFile'>;
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Where the blob is written first, on the disk of `to`. */
  readonly scratch: string;
  /** The digest that the blob must have. It is then not stored with another one. */
  readonly expected?: string;
  /** Ends the copy. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Copies a blob. One that is there already stays.
 *
 * @returns its SHA-256, in hexadecimal; with another than the expected one, nothing was stored
 */
export async function copyBlob({ from, to, key, size, scratch, expected, signal }: Copy): Promise<string> {
  const file = path.join(scratch, `copy-${key}`);
  try {
    const hash = new Hashing();
    const bytes = await from.read(key, { offset: 0, length: size });
    await pipeline(bytes, hash, createWriteStream(file, { mode: 0o600 }), { ...(signal && { signal }) });
    const digest = hash.digest();
    if (expected === undefined || digest === expected)
      await to.putFile(key, file, { size }).catch((fault: unknown) => {
        if (!(fault instanceof BlobExistsError)) throw fault;
      });
    return digest;
  } finally {
    await rm(file, { force: true });
  }
}
