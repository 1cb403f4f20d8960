import type { Logger } from 'pino';
import type { BlobStore } from '#server/storage/blob-store.ts';

interface Dependencies {
  readonly blobs: Pick<BlobStore, 'delete'>;
  readonly log: Logger;
}

/**
 * Deletes the blobs of decks whose rows are deleted. The rows go first, because a deck exists as long as they do. If a blob cannot be
 * deleted now, the sweep deletes it later.
 */
export async function deleteBlobs({ blobs, log }: Dependencies, keys: readonly string[]): Promise<void> {
  for (const blobKey of keys) {
    await blobs
      .delete(blobKey)
      .catch((err: unknown) => log.warn({ err, blobKey }, 'a blob could not be deleted; the sweep will delete it'));
  }
}
