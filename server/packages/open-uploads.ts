import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { DiskReserve } from './disk-reserve.ts';
import { Idempotency } from './idempotency.ts';
import type { IdempotencyRepo } from './idempotency.repo.ts';
import { PackageCopies } from './package-copies.ts';
import { PackageIntake } from './package-intake.ts';
import type { Quotas } from './quotas.ts';
import { PackageReaders } from './reading/package-readers.ts';
import { ReaderPool, type ReaderPoolOptions } from './reading/reader-pool.ts';
import { freeStagingBytes } from './staged-file.ts';
import { UploadsUnderWay } from './uploads-under-way.ts';

/** Options that replace the defaults of reading packages. */
export interface ReadingOptions extends ReaderPoolOptions {
  /** Processes that several services share, and that are not ended with one of them. */
  readonly shared?: ReaderPool;
  /** The maximum time in milliseconds for a package of a size in bytes. */
  readonly timeLimit?: (sizeBytes: number) => number;
}

interface Surroundings {
  readonly limits: Config['uploads'];
  readonly quotas: Quotas;
  readonly idempotencyRepo: IdempotencyRepo;
  readonly blobs: BlobStore;
  readonly log: Logger;
  readonly reading?: ReadingOptions | undefined;
}

/** The dependencies that the upload routes share. */
export interface Uploads {
  readonly idempotency: Idempotency;
  readonly underWay: UploadsUnderWay;
  readonly disk: DiskReserve;
}

/** Creates the parts that handle uploads. `opened` ends the processes that read packages, if they are not shared. */
export function openUploads(
  { limits, quotas, idempotencyRepo, blobs, log, reading }: Surroundings,
  opened: AsyncDisposableStack,
): {
  readonly uploads: Uploads;
  readonly readers: PackageReaders;
  readonly intake: PackageIntake;
  readonly copies: PackageCopies;
} {
  const { shared, timeLimit, ...ownOptions } = reading ?? {};
  const pool = shared ?? opened.adopt(new ReaderPool(ownOptions), (own) => own.close());
  const readers = new PackageReaders({ log, maxBytes: limits.maxBytes, pool, timeLimit });
  const [underWay, disk] = [new UploadsUnderWay(), diskReserve(limits, blobs)];
  return {
    readers,
    intake: new PackageIntake({ readers, quotas, blobs, log }),
    copies: new PackageCopies({ quotas, blobs, disk, underWay, stagingDir: limits.stagingDir, log }),
    uploads: { idempotency: new Idempotency(idempotencyRepo, log), underWay, disk },
  };
}

/** Uploads are staged on one disk, and may be stored on another disk or remotely. */
function diskReserve({ stagingDir, minFreeBytes }: Config['uploads'], blobs: BlobStore): DiskReserve {
  const freeBytes = async () => {
    const [staging, stored] = await Promise.all([freeStagingBytes(stagingDir), blobs.freeBytes()]);
    return Math.min(staging, stored ?? staging);
  };
  return new DiskReserve({ freeBytes, minFreeBytes });
}
