import type { Logger } from 'pino';
import { deckNotFound } from '#server/errors.ts';
import { newBlobKey } from '#server/storage/blob-key.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { BlobNotFoundError } from '#server/storage/storage-errors.ts';
import type { DiskReserve } from './disk-reserve.ts';
import { withdrawBlob } from './package-intake.ts';
import type { QuotaCheck, Quotas } from './quotas.ts';
import { stageFile } from './staged-file.ts';
import type { UploadsUnderWay } from './uploads-under-way.ts';

interface Dependencies {
  readonly quotas: Quotas;
  readonly blobs: BlobStore;
  readonly disk: DiskReserve;
  readonly underWay: UploadsUnderWay;
  readonly stagingDir: string;
  readonly log: Logger;
}

/** A package in the store that belongs to a version. */
export interface CopiedPackage {
  readonly blobKey: string;
  readonly sizeBytes: number;
  readonly fingerprint: string;
}

/** Copies stored packages. A copy counts as an upload of its owner, but is not verified again. */
export class PackageCopies {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Copies a blob, and calls `write` to make the copy part of a deck. If a step fails, no row is left. A blob is left only if a lost
   * connection makes the result of `write` unknown.
   *
   * @param write calls `checkQuota` in its transaction after it has locked all rows that it needs
   * @throws AppError DECK_NOT_FOUND if the blob was deleted with its deck, STORAGE_FULL, RATE_LIMITED, and what `write` throws
   */
  async copy(
    ownerId: string,
    { blobKey: sourceKey, sizeBytes, fingerprint }: CopiedPackage,
    write: (blobKey: string, checkQuota: QuotaCheck) => Promise<void>,
  ): Promise<void> {
    const { quotas, blobs, disk, underWay, stagingDir: directory, log } = this.#dependencies;
    using _counted = underWay.enter(ownerId);
    const blobKey = newBlobKey();
    using _reserved = await quotas.reserve({ ownerId, blobKey, sizeBytes });
    using space = await disk.hold(sizeBytes);
    const { signal } = new AbortController();
    const body = await blobs.read(sourceKey, { offset: 0, length: sizeBytes }).catch(goneWithItsDeck);
    await using staged = await stageFile(body, { directory, space, signal });
    if (`sha256-${staged.sha256}` !== fingerprint) throw new Error(`the stored package ${sourceKey} is not as it was uploaded`);
    await blobs.putFile(blobKey, staged.path, { size: sizeBytes });
    await write(blobKey, quotas.checkOf(sizeBytes)).catch((fault: unknown) => withdrawBlob({ blobs, log }, blobKey, fault));
  }
}

function goneWithItsDeck(fault: unknown): never {
  throw fault instanceof BlobNotFoundError ? deckNotFound() : fault;
}
