import { pipeline } from 'node:stream/promises';
import { Writable } from 'node:stream';
import { Hashing } from '#server/db/whole-database.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { BlobNotFoundError, BlobSizeError } from '#server/storage/storage-errors.ts';
import type { BackupRepo } from './backup.repo.ts';
import { copyBlob } from './blob-copy.ts';
import { BackupError } from './snapshot.ts';

interface Stores {
  readonly repo: Pick<BackupRepo, 'lock' | 'blobKeys'>;
  readonly from: Pick<BlobStore, 'list' | 'read'>;
  readonly to: Pick<BlobStore, 'list' | 'read' | 'putFile' | 'delete'>;
  /** Where each blob is written first. For a store on disk, on the same disk. */
  readonly scratch: string;
}

export interface StoreCopyReport {
  /** How many blobs were copied now. */
  readonly copied: number;
  /** Bytes that were copied. */
  readonly copiedBytes: number;
  /** How many were there already with the same bytes. */
  readonly there: number;
  /** Keys that rows refer to, but that the first store does not have. */
  readonly missing: readonly string[];
}

/**
 * Copies every blob that a row refers to from one store to the other, and reads each one back. Those that are there already are compared,
 * and copied again if their bytes differ. So it can be ended at any time and run again. No instance deletes a blob meanwhile.
 *
 * @throws BackupError when a backup is running, or when the second store returns other bytes than it was given
 */
export async function copyStore({ repo, from, to, scratch }: Stores): Promise<StoreCopyReport> {
  if (!(await repo.lock())) throw new BackupError('A backup is running. Wait until it has ended.');
  const keys = await repo.blobKeys();
  const [sizes, present] = [await sizesOf(from, keys), await sizesOf(to, keys)];
  const missing: string[] = [];
  let [copied, copiedBytes, there] = [0, 0, 0];
  for (const key of keys) {
    const size = sizes.get(key);
    if (size === undefined) {
      missing.push(key);
      continue;
    }
    const before = present.get(key);
    if (before === size && (await digestOf(to, key, size)) === (await digestOf(from, key, size))) {
      there += 1;
      continue;
    }
    // A blob is never written over.
    if (before !== undefined) await to.delete(key);
    const sha256 = await copyBlob({ from, to, key, size, scratch });
    if ((await digestOf(to, key, size)) !== sha256)
      throw new BackupError(
        `The second store returns other bytes for ${key} than it was given. Check its disk, and run the command again.`,
      );
    copied += 1;
    copiedBytes += size;
  }
  return { copied, copiedBytes, there, missing };
}

async function sizesOf(store: Pick<BlobStore, 'list'>, keys: ReadonlySet<string>): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { key, size } of store.list()) if (keys.has(key)) sizes.set(key, size);
  return sizes;
}

/** SHA-256 in hexadecimal; null if the blob is not there or too short. */
async function digestOf(store: Pick<BlobStore, 'read'>, key: string, length: number): Promise<string | null> {
  const hash = new Hashing();
  try {
    await pipeline(
      await store.read(key, { offset: 0, length }),
      hash,
      new Writable({ write: (_piece, _encoding, done) => done() }),
    );
  } catch (fault) {
    if (fault instanceof BlobNotFoundError || fault instanceof BlobSizeError) return null;
    throw fault;
  }
  return hash.digest();
}
