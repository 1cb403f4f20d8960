import type { Readable } from 'node:stream';
import type { Abortable, BlobEntry, BlobStore, PutOptions, ReadRange } from '#server/storage/blob-store.ts';

/**
 * A store that deletes nothing while a backup is being made, because the backup may still need the blob. Nothing refers to a blob that is kept in
 * this way, so the sweep of unused blobs removes it later.
 */
export class KeptDuringBackups implements BlobStore {
  readonly #blobs: BlobStore;
  readonly #isBackupRunning: () => Promise<boolean>;

  /** @param isBackupRunning a failure counts as yes */
  constructor(blobs: BlobStore, isBackupRunning: () => Promise<boolean>) {
    this.#blobs = blobs;
    this.#isBackupRunning = isBackupRunning;
  }

  async delete(key: string, options?: Abortable): Promise<void> {
    if (await this.#isBackupRunning().catch(() => true)) return;
    await this.#blobs.delete(key, options);
  }

  putFile(key: string, path: string, options: PutOptions): Promise<void> {
    return this.#blobs.putFile(key, path, options);
  }

  read(key: string, range: ReadRange): Promise<Readable> {
    return this.#blobs.read(key, range);
  }

  pour(key: string, range: ReadRange, take: (piece: Uint8Array) => Promise<void>): Promise<void> {
    return this.#blobs.pour(key, range, take);
  }

  list(options?: Abortable): AsyncIterable<BlobEntry> {
    return this.#blobs.list(options);
  }

  discardUnfinished(before: Date, options?: Abortable): Promise<number> {
    return this.#blobs.discardUnfinished(before, options);
  }

  health(options?: Abortable): Promise<void> {
    return this.#blobs.health(options);
  }

  freeBytes(): Promise<number | null> {
    return this.#blobs.freeBytes();
  }

  close(): void {
    this.#blobs.close();
  }
}
