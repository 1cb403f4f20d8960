import type { Manifest } from 'deck-format';
import type { DeckToRender, Renderer, RenderFailure } from 'deck-renderer';
import type { Logger } from 'pino';
import type { DiskReserve } from '#server/packages/disk-reserve.ts';
import { withdrawBlob } from '#server/packages/package-intake.ts';
import { newBlobKey } from '#server/storage/blob-key.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import type { Attempt, RenderJobsRepo } from './render-jobs.repo.ts';

/** What is rendered. */
export interface RenderTask {
  readonly deck: DeckToRender;
  readonly manifest: Manifest;
}

/** What is done in one kind of job. */
export interface RenderWork {
  /**
   * Renders, and stores the outcome or gives the attempt up. What it throws ends the attempt as well.
   *
   * @param signal aborts when the attempt has lost its job, takes too long, or the server stops
   */
  readonly run: (job: Attempt, task: RenderTask, signal: AbortSignal) => Promise<void>;
}

/** What every kind of work needs. */
export interface WorkTools {
  readonly jobs: Pick<RenderJobsRepo, 'isLast' | 'giveUp'>;
  readonly renderer: Pick<Renderer, 'render'>;
  readonly blobs: Pick<BlobStore, 'putFile' | 'delete'>;
  readonly disk: Pick<DiskReserve, 'hold'>;
  readonly stagingDir: string;
  readonly log: Logger;
}

/** Failures after which another attempt may succeed. All others depend on the deck alone. */
const WORTH_ANOTHER: ReadonlySet<unknown> = new Set(['browser_ended', 'renderer_ended', 'not_listed']);

/**
 * Gives the attempt up if another one may succeed. Returns whether it has.
 *
 * @param failure null: there was none; `not_listed`: a document has not said which slides it has
 */
export async function leftToAnother(
  jobs: WorkTools['jobs'],
  job: Attempt,
  failure: RenderFailure | 'not_listed' | null,
): Promise<boolean> {
  if (!WORTH_ANOTHER.has(failure) || (await jobs.isLast(job))) return false;
  await jobs.giveUp(job, failure);
  return true;
}

/**
 * Stores a file as a blob, and then what refers to it. The blob is removed again if nothing does, because the attempt has lost its job or
 * the deck is in the trash or gone; the attempt is then given up.
 *
 * @param record writes the key of the blob to the database, null for an empty file. Returns false if it wrote nothing
 * @returns whether it was stored
 */
export async function storeFile(
  { jobs, blobs, log }: Pick<WorkTools, 'jobs' | 'blobs' | 'log'>,
  job: Attempt,
  { path, sizeBytes }: { readonly path: string; readonly sizeBytes: number },
  record: (blobKey: string | null) => Promise<boolean>,
): Promise<boolean> {
  const blobKey = sizeBytes > 0 ? newBlobKey() : null;
  if (blobKey !== null) await blobs.putFile(blobKey, path, { size: sizeBytes });
  const recorded = record(blobKey);
  const isStored =
    blobKey === null ? await recorded : await recorded.catch((fault: unknown) => withdrawBlob({ blobs, log }, blobKey, fault));
  if (isStored) return true;
  if (blobKey !== null) await blobs.delete(blobKey);
  await jobs.giveUp(job, null);
  return false;
}
