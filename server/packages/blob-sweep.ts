import type { Logger } from 'pino';
import { inBatches } from '#server/storage/batches.ts';
import type { BlobEntry, BlobStore } from '#server/storage/blob-store.ts';
import type { PackagesRepo } from './packages.repo.ts';

interface Dependencies {
  readonly repo: Pick<PackagesRepo, 'usesBlobs' | 'liveBlobKeys' | 'isBlobLive' | 'now'>;
  readonly blobs: Pick<BlobStore, 'list' | 'delete' | 'discardUnfinished'>;
  readonly log: Logger;
}

/** An upload stores its blob before its row. Newer blobs may not have their row yet. */
const GRACE_MILLISECONDS = 60 * 60 * 1000;
/** If a sweep would remove more than this share, the configured database or store is most likely the wrong one. */
const SHARE_MAX = 0.1;
/** In a small store, one orphan is more than a tenth. Up to this number are removed nevertheless, if any blob is in use. */
const FEW = 3;

export type SweepOutcome = { readonly removed: number } | { readonly alarm: string };

/**
 * Removes blobs that no version refers to. A crash between storing a blob and writing its row leaves one behind. If anything looks
 * wrong, the sweep removes nothing and logs an alarm, because losing a deck is worse than keeping orphans.
 */
export class BlobSweep {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async run(signal: AbortSignal, now = new Date()): Promise<SweepOutcome> {
    const { repo, blobs, log } = this.#dependencies;
    // If the clock of this server is ahead, the blobs of running uploads on other servers seem to be old.
    const earliest = Math.min(now.getTime(), (await repo.now()).getTime());
    const before = new Date(earliest - GRACE_MILLISECONDS);
    const outcome = await this.#sweep(before, signal);
    if ('alarm' in outcome) log.error({ alarm: outcome.alarm }, 'the sweep of unused blobs has stopped');
    else if (outcome.removed > 0) log.info(outcome, 'removed unused blobs');
    await blobs.discardUnfinished(before, { signal });
    return outcome;
  }

  async #sweep(before: Date, signal: AbortSignal): Promise<SweepOutcome> {
    const { repo, blobs } = this.#dependencies;
    let listed = 0;
    const orphans: BlobEntry[] = [];
    // Blobs are listed before they are looked up, so that rows written in between count.
    for await (const batch of inBatches(blobs.list({ signal }))) {
      const live = await repo.liveBlobKeys(batch.map(({ key }) => key));
      listed += batch.length;
      orphans.push(...batch.filter(({ key, modifiedAt }) => !live.has(key) && modifiedAt < before));
    }
    const inUse = await repo.usesBlobs();
    if (listed === 0 && inUse) return { alarm: 'the store lists no blob, but some are in use' };
    const allowed = inUse ? Math.max(FEW, Math.floor(listed * SHARE_MAX)) : 0;
    if (orphans.length > allowed)
      return { alarm: `${orphans.length} of ${listed} blobs would be removed, which is too many to be right` };
    let removed = 0;
    for (const { key } of orphans) {
      signal.throwIfAborted();
      if (await repo.isBlobLive(key)) continue;
      await blobs.delete(key, { signal });
      removed += 1;
    }
    return { removed };
  }
}
