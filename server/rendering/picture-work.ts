import type { RenderFailure, RenderRequest } from 'deck-renderer';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { type EarlierPictures, type PictureFile, writePictures } from './picture-file.ts';
import type { Attempt, EarlierParts, RenderJobsRepo } from './render-jobs.repo.ts';
import { leftToAnother, type RenderTask, type RenderWork, storeFile, type WorkTools } from './render-work.ts';

const PICTURE = { width: 640, format: 'webp' } as const;

/** A deck has this many times the time of a job, as long as each part makes at least one picture. */
export const PARTS_MAX = 10;
/** How often it is recorded how far a job is. */
const ADVANCE_MILLISECONDS = 1000;

interface Tools extends WorkTools {
  readonly jobs: Pick<RenderJobsRepo, 'finish' | 'findEarlier' | 'advance'> & WorkTools['jobs'];
  readonly blobs: Pick<BlobStore, 'read'> & WorkTools['blobs'];
}

/**
 * Makes the pictures of a version: one blob with a picture of each slide. A deck that needs more time than one job has is rendered in parts,
 * with other decks in between. Each part stores a new blob with the pictures of all parts.
 */
export class PictureWork implements RenderWork {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  async run(job: Attempt, { deck }: RenderTask, signal: AbortSignal): Promise<void> {
    const { jobs, renderer, blobs, disk, stagingDir: directory, log } = this.#tools;
    const earlier = await jobs.findEarlier(job);
    using space = await disk.hold(0);
    const events = renderer.render(requestOf(deck, earlier), signal);
    const advanced = this.#recorder(job);
    await using file = await writePictures(events, this.#picturesOf(earlier, signal), advanced, { directory, space, signal });
    signal.throwIfAborted();
    const { slides, failure: error } = file;
    if (await leftToAnother(jobs, job, error)) return;
    const goesOn = isWorthAnotherPart(error, file, earlier);
    const isStored = await storeFile(this.#tools, job, file, (blobKey) => jobs.finish(job, { slides, blobKey, error, goesOn }));
    if (!isStored || earlier === null) return;
    await blobs
      .delete(earlier.blobKey)
      .catch((err: unknown) => log.warn({ err }, 'a blob could not be deleted; the sweep will delete it'));
  }

  #picturesOf(earlier: EarlierParts | null, signal: AbortSignal): EarlierPictures | null {
    if (earlier === null) return null;
    const { blobKey, sizeBytes: length } = earlier;
    return { ...earlier, open: () => this.#tools.blobs.read(blobKey, { offset: 0, length, signal }) };
  }

  /** Returns a function that records how far the job is, unless it did so a moment ago. */
  #recorder(job: Attempt): (progress: { done: number; total: number }) => Promise<void> {
    let next = 0;
    return async (progress) => {
      if (performance.now() < next && progress.done < progress.total) return;
      next = performance.now() + ADVANCE_MILLISECONDS;
      await this.#tools.jobs.advance(job, progress);
    };
  }
}

function requestOf(deck: RenderTask['deck'], earlier: EarlierParts | null): RenderRequest {
  if (earlier === null) return { deck, pictures: 'all', ...PICTURE };
  const pictures = earlier.left.map(
    ({ slideIndex: index, inner = null }) => ({ index, inner, step: 'last', ...PICTURE }) as const,
  );
  return { deck, pictures, withContent: true };
}

/** Whether time was all that was missing. */
function isWorthAnotherPart(failure: RenderFailure | null, { slides }: PictureFile, earlier: EarlierParts | null): boolean {
  const isPictured = slides.map(({ sizeBytes }) => sizeBytes != null);
  const parts = 1 + (earlier?.parts ?? 0);
  return failure === 'deck_timeout' && parts < PARTS_MAX && isPictured.includes(true) && isPictured.at(-1) === false;
}
