import { writePictures } from './picture-file.ts';
import type { Attempt, RenderJobsRepo } from './render-jobs.repo.ts';
import { leftToAnother, type RenderTask, type RenderWork, storeFile, type WorkTools } from './render-work.ts';

const PICTURE = { width: 640, format: 'webp' } as const;

/** Makes the pictures of a version: one blob with a picture of each slide. */
export class PictureWork implements RenderWork {
  readonly #tools: WorkTools & { readonly jobs: Pick<RenderJobsRepo, 'finish'> };

  constructor(tools: WorkTools & { readonly jobs: Pick<RenderJobsRepo, 'finish'> }) {
    this.#tools = tools;
  }

  async run(job: Attempt, { deck }: RenderTask, signal: AbortSignal): Promise<void> {
    const { jobs, renderer, disk, stagingDir: directory } = this.#tools;
    using space = await disk.hold(0);
    const events = renderer.render({ deck, pictures: 'all', ...PICTURE }, signal);
    await using file = await writePictures(events, { directory, space, signal });
    signal.throwIfAborted();
    const { slides, failure: error } = file;
    if (await leftToAnother(jobs, job, error)) return;
    await storeFile(this.#tools, job, file, (blobKey) => jobs.finish(job, { slides, blobKey, error }));
  }
}
