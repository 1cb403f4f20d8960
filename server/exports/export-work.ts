import { Readable } from 'node:stream';
import type { DeckToRender } from 'deck-renderer';
import { stageFile } from '#server/packages/staged-file.ts';
import type { Attempt } from '#server/rendering/render-jobs.repo.ts';
import { leftToAnother, type RenderWork, storeFile, type WorkTools } from '#server/rendering/render-work.ts';
import type { ExportsRepo, Progress } from './exports.repo.ts';
import { PictureZip } from './picture-zip.ts';

interface Tools extends WorkTools {
  readonly repo: Pick<ExportsRepo, 'findOptions' | 'advance' | 'finish' | 'discard'>;
}

/** Makes an export: one file for the user who has asked for it. */
export class ExportWork implements RenderWork {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  async run(job: Attempt, deck: DeckToRender, signal: AbortSignal): Promise<void> {
    const { repo, jobs, renderer, disk, stagingDir: directory } = this.#tools;
    const options = await repo.findOptions(job);
    if (options === null) return repo.discard(job);
    using space = await disk.hold(0);
    const advanced = async (progress: Progress) => {
      if (!(await repo.advance(job, progress))) throw new Error('the export was cancelled, or another server makes it');
    };
    const pictures = new PictureZip({ renderer, deck, steps: options.steps, advanced, signal });
    await using file = await stageFile(Readable.from(pictures.bytes()), { directory, space, signal });
    signal.throwIfAborted();
    const { failure, missing, isEmpty } = pictures;
    if (await leftToAnother(jobs, job, failure)) return undefined;
    const error = failure ?? (isEmpty ? 'nothing_shown' : null);
    const kept = error === null ? file : { path: file.path, sizeBytes: 0 };
    await storeFile(this.#tools, job, kept, (blobKey) =>
      repo.finish(job, { file: blobKey === null ? null : { blobKey, sizeBytes: kept.sizeBytes }, missing, error }),
    );
    return undefined;
  }
}
