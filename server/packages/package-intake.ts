import type { Logger } from 'pino';
import { isUnavailable } from '#server/db/faults.ts';
import { newBlobKey } from '#server/storage/blob-key.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import type { QuotaCheck, Quotas } from './quotas.ts';
import type { PackageReaders } from './reading/package-readers.ts';
import type { VerifiedPackage } from './reading/read-package.ts';
import type { StagedFile } from './staged-file.ts';

/** A package that was found good and lies in the store; not yet part of any deck. */
export interface StoredPackage extends VerifiedPackage {
  readonly blobKey: string;
  readonly sizeBytes: number;
  readonly fingerprint: string;
}

/** Whose upload it is. */
interface Admission {
  /** Who sent it: people take turns while packages are verified. */
  readonly uploaderId: string;
  /** Whose quota it counts against. */
  readonly ownerId: string;
}

interface Dependencies {
  readonly readers: Pick<PackageReaders, 'read'>;
  readonly quotas: Quotas;
  readonly blobs: BlobStore;
  readonly log: Logger;
}

/** The way of an uploaded file into the store. */
export class PackageIntake {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Verifies a staged package, stores it, and has `write` make it part of a deck; whatever fails, no row
   * is left, and no blob but one that a lost connection makes uncertain.
   *
   * @param write calls `checkQuota` in its transaction, once every row is held that it needs
   * @throws AppError INVALID_PACKAGE, INVALID_MANIFEST, UNSAFE_PATH, STORAGE_FULL, and what `write` throws
   */
  async admit<Result>(
    { uploaderId, ownerId }: Admission,
    staged: StagedFile,
    write: (stored: StoredPackage, checkQuota: QuotaCheck) => Promise<Result>,
  ): Promise<Result> {
    const { readers, blobs, quotas } = this.#dependencies;
    const blobKey = newBlobKey();
    using _reserved = await quotas.reserve({ ownerId, blobKey, sizeBytes: staged.sizeBytes });
    const verified = await readers.read(uploaderId, staged);
    await blobs.putFile(blobKey, staged.path, { size: staged.sizeBytes });
    const stored = { ...verified, blobKey, sizeBytes: staged.sizeBytes, fingerprint: `sha256-${staged.sha256}` };
    // Awaited here: the reservation lasts until the row is there.
    return await write(stored, quotas.checkOf(staged.sizeBytes)).catch((fault: unknown) => this.#withdraw(blobKey, fault));
  }

  /**
   * Takes a blob back whose row could not be written. Not after a lost connection: the commit may have
   * gone through, and then the blob is live. It stays, and the sweep decides when the database can be asked.
   */
  async #withdraw(blobKey: string, fault: unknown): Promise<never> {
    const { blobs, log } = this.#dependencies;
    if (!isUnavailable(fault)) {
      await blobs
        .delete(blobKey)
        .catch((err: unknown) => log.warn({ err }, 'a blob could not be deleted; the sweep will delete it'));
    }
    throw fault;
  }
}
