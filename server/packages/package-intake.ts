import type { Logger } from 'pino';
import type { z } from 'zod';
import { isUnavailable } from '#server/db/faults.ts';
import { newBlobKey } from '#server/storage/blob-key.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import type { uploadFieldsSchema } from '#shared/decks.ts';
import type { Remember } from './idempotency.repo.ts';
import type { QuotaCheck, Quotas } from './quotas.ts';
import type { PackageReaders } from './reading/package-readers.ts';
import type { VerifiedPackage } from './reading/read-package.ts';
import type { StagedFile } from './staged-file.ts';

/** The text parts of an upload's form. */
export type UploadFields = z.infer<typeof uploadFieldsSchema>;

/** A received upload. */
export interface Upload {
  readonly staged: StagedFile;
  readonly fields: UploadFields;
  /** Set if the upload was sent with an `Idempotency-Key`. */
  readonly remember?: Remember;
}

/** A verified package in the store that does not belong to a deck yet. */
export interface StoredPackage extends VerifiedPackage {
  readonly blobKey: string;
  readonly sizeBytes: number;
  readonly fingerprint: string;
}

/** The users of an upload. */
interface Admission {
  /** The user who sent it. Users take turns while packages are verified. */
  readonly uploaderId: string;
  /** The user whose quota it counts against. */
  readonly ownerId: string;
}

interface Dependencies {
  readonly readers: Pick<PackageReaders, 'read'>;
  readonly quotas: Quotas;
  readonly blobs: BlobStore;
  readonly log: Logger;
}

/** Verifies uploaded files and stores them as packages. */
export class PackageIntake {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Verifies a staged package, stores it, and calls `write` to make it part of a deck. If a step fails, no row is left. A blob is left
   * only if a lost connection makes the result of `write` unknown.
   *
   * @param write calls `checkQuota` in its transaction after it has locked all rows that it needs
   * @throws AppError INVALID_PACKAGE, INVALID_MANIFEST, UNSAFE_PATH, STORAGE_FULL, and what `write` throws
   */
  async admit<Result>(
    { uploaderId, ownerId }: Admission,
    staged: StagedFile,
    write: (stored: StoredPackage, checkQuota: QuotaCheck) => Promise<Result>,
  ): Promise<Result> {
    const { readers, blobs, quotas, log } = this.#dependencies;
    const blobKey = newBlobKey();
    using _reserved = await quotas.reserve({ ownerId, blobKey, sizeBytes: staged.sizeBytes });
    const verified = await readers.read(uploaderId, staged);
    await blobs.putFile(blobKey, staged.path, { size: staged.sizeBytes });
    const stored = { ...verified, blobKey, sizeBytes: staged.sizeBytes, fingerprint: `sha256-${staged.sha256}` };
    // Awaited here, so that the reservation lasts until the row is written.
    return await write(stored, quotas.checkOf(staged.sizeBytes)).catch((fault: unknown) =>
      withdrawBlob({ blobs, log }, blobKey, fault),
    );
  }
}

/**
 * Deletes a blob whose row could not be written. After a lost connection the commit may have succeeded, so the blob is kept, and the
 * sweep decides later.
 *
 * @throws `fault`, always
 */
export async function withdrawBlob(
  { blobs, log }: { readonly blobs: Pick<BlobStore, 'delete'>; readonly log: Logger },
  blobKey: string,
  fault: unknown,
): Promise<never> {
  if (!isUnavailable(fault)) {
    await blobs
      .delete(blobKey)
      .catch((err: unknown) => log.warn({ err }, 'a blob could not be deleted; the sweep will delete it'));
  }
  throw fault;
}
