import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { isUnavailable } from '#server/db/faults.ts';
import { AppError } from '#server/errors.ts';
import { newBlobKey } from '#server/storage/blob-key.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import type { PackagesRepo } from './packages.repo.ts';
import { readPackage, type VerifiedPackage } from './package-reading.ts';
import type { StagedFile } from './staged-file.ts';

/** A package that was found good and lies in the store; not yet part of any deck. */
export interface StoredPackage extends VerifiedPackage {
  readonly blobKey: string;
  readonly sizeBytes: number;
  readonly fingerprint: string;
}

interface Dependencies {
  readonly repo: Pick<PackagesRepo, 'storedBytes'>;
  readonly blobs: BlobStore;
  readonly log: Logger;
  readonly maxBytes: number;
  readonly userQuotaBytes: number;
}

/** Verification keeps a core busy for seconds; one at a time leaves the other to everybody else. */
const VERIFICATIONS_AT_ONCE = 1;

/** The way of an uploaded file into the store. */
export class PackageIntake {
  readonly #dependencies: Dependencies;
  readonly #verifying = pLimit(VERIFICATIONS_AT_ONCE);

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Verifies a staged package, stores it, and has `write` make it part of a deck; whatever fails, no row
   * is left, and no blob but one that a lost connection makes uncertain.
   *
   * @param ownerId whose quota it counts against
   * @throws AppError INVALID_PACKAGE, INVALID_MANIFEST, UNSAFE_PATH, STORAGE_FULL, and what `write` throws
   */
  async admit<Result>(ownerId: string, staged: StagedFile, write: (stored: StoredPackage) => Promise<Result>): Promise<Result> {
    const { blobs, maxBytes } = this.#dependencies;
    const verified = await this.#verifying(() => readPackage(staged.path, maxBytes));
    await this.#checkQuota(ownerId, staged.sizeBytes);
    const blobKey = newBlobKey();
    await blobs.putFile(blobKey, staged.path, { size: staged.sizeBytes });
    const stored = { ...verified, blobKey, sizeBytes: staged.sizeBytes, fingerprint: `sha256-${staged.sha256}` };
    return write(stored).catch((fault: unknown) => this.#withdraw(blobKey, fault));
  }

  async #checkQuota(ownerId: string, sizeBytes: number): Promise<void> {
    const { repo, userQuotaBytes } = this.#dependencies;
    if (!Number.isFinite(userQuotaBytes)) return;
    if ((await repo.storedBytes(ownerId)) + sizeBytes <= userQuotaBytes) return;
    throw new AppError('STORAGE_FULL', 'Your decks would take more room than you have. Delete one you no longer need.', {
      maxBytes: userQuotaBytes,
    });
  }

  /**
   * Takes a blob back whose row could not be written. Not after a lost connection: the commit may have
   * gone through, and then the blob is live. It stays, and the sweep decides when the database can be asked.
   */
  async #withdraw(blobKey: string, fault: unknown): Promise<never> {
    const { blobs, log } = this.#dependencies;
    if (!isUnavailable(fault)) {
      await blobs.delete(blobKey).catch((err: unknown) => log.warn({ err }, 'a blob is left to the sweep'));
    }
    throw fault;
  }
}
