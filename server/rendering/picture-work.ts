import { PASSING_FAILURES, type RenderFailure, type RenderRequest } from 'deck-renderer';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { type EarlierPictures, type PictureFile, writePictures } from './picture-file.ts';
import type { Attempt, EarlierParts, RenderJobsRepo } from './render-jobs.repo.ts';
import { leftToAnother, type RenderTask, type RenderWork, storeFile, type WorkTools } from './render-work.ts';

const PICTURE = { width: 640, format: 'webp' } as const;

/** A deck has this many times the time of a job at most. */
export const PARTS_MAX = 10;
/** From this part on, one without a picture is the last. In the parts before it, the machine may have been too busy for any slide. */
const PART_MUST_PICTURE = 3;
/** How often it is recorded how far a job is. */
const ADVANCE_MILLISECONDS = 1000;

interface Tools extends WorkTools {
  readonly jobs: Pick<RenderJobsRepo, 'finish' | 'findEarlier' | 'advance'> & WorkTools['jobs'];
  readonly blobs: Pick<BlobStore, 'read'> & WorkTools['blobs'];
}

/**
 * Makes the pictures of a version: one blob with a picture of each slide. A deck that needs more time than one job has is rendered in parts,
 * with other decks in between. Slides that may only have failed because the machine was busy are tried again in a last part. Each part stores
 * a new blob with the pictures of all parts.
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
    const { slides, isGuess, failure: error } = file;
    if (await leftToAnother(jobs, job, isGuess ? 'not_listed' : error)) return;
    const goesOn = isWorthAnotherPart(error, file, earlier);
    const isStored = await storeFile(this.#tools, job, file, (blobKey) => jobs.finish(job, { slides, blobKey, error, goesOn }));
    const replaced = earlier?.blobKey ?? null;
    if (!isStored || replaced === null) return;
    await blobs
      .delete(replaced)
      .catch((err: unknown) => log.warn({ err }, 'a blob could not be deleted; the sweep will delete it'));
  }

  #picturesOf(earlier: EarlierParts | null, signal: AbortSignal): EarlierPictures | null {
    if (earlier === null) return null;
    const { blobKey, sizeBytes: length } = earlier;
    return { ...earlier, open: blobKey === null ? null : () => this.#tools.blobs.read(blobKey, { offset: 0, length, signal }) };
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

/**
 * Whether another part may make more: this one had no time for all slides, and either has made something or is an early one; or all were tried
 * and some may have failed only because the machine was busy.
 */
function isWorthAnotherPart(failure: RenderFailure | null, { slides }: PictureFile, earlier: EarlierParts | null): boolean {
  const parts = 1 + (earlier?.parts ?? 0);
  if (parts >= PARTS_MAX || earlier?.isLastTry === true) return false;
  const outcomes = new Set(slides.map(({ sizeBytes, failure: reason }) => (sizeBytes == null ? (reason ?? 'open') : 'pictured')));
  if (failure === 'deck_timeout') return outcomes.has('open') && (outcomes.has('pictured') || parts < PART_MUST_PICTURE);
  const isTriedAgain = (earlier?.laterTries ?? 0) > 0 || PASSING_FAILURES.some((reason) => outcomes.has(reason));
  return failure === null && isTriedAgain;
}
