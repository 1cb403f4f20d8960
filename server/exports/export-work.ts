import { Readable } from 'node:stream';
import { stageFile } from '#server/packages/staged-file.ts';
import type { Attempt } from '#server/rendering/render-jobs.repo.ts';
import { leftToAnother, type RenderTask, type RenderWork, storeFile, type WorkTools } from '#server/rendering/render-work.ts';
import type { ExportsRepo, Progress } from './exports.repo.ts';
import { PdfFile } from './pdf-file.ts';
import { drawingsFor, pdfRequestOf, type SlideContents } from './pdf-request.ts';
import { PictureZip } from './picture-zip.ts';

interface Tools extends WorkTools {
  readonly contents: SlideContents;
  readonly repo: Pick<ExportsRepo, 'findWanted' | 'advance' | 'finish' | 'discard'>;
}

/** Makes an export: one file for the user who has asked for it. */
export class ExportWork implements RenderWork {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  async run(job: Attempt, { deck, manifest }: RenderTask, signal: AbortSignal): Promise<void> {
    const { repo, jobs, renderer, contents, disk, stagingDir: directory } = this.#tools;
    const wanted = await repo.findWanted(job);
    if (wanted === null) return repo.discard(job);
    const { title, options } = wanted;
    using space = await disk.hold(0);
    const advanced = async (progress: Progress) => {
      if (!(await repo.advance(job, progress))) throw new Error('the export was cancelled, or another server makes it');
    };
    const common = { renderer, deck, advanced, signal };
    const { deckId, versionId } = job;
    const exported = { deckId, versionId, title, manifest, deck };
    const request = () => pdfRequestOf(options, exported, contents);
    const drawings = () => drawingsFor(options, exported, contents);
    const { steps } = options;
    const made = options.format === 'pdf' ? new PdfFile({ ...common, request }) : new PictureZip({ ...common, steps, drawings });
    await using file = await stageFile(Readable.from(made.bytes()), { directory, space, signal });
    signal.throwIfAborted();
    const { failure, missing, isEmpty, isGuess } = made;
    if (await leftToAnother(jobs, job, isGuess ? 'not_listed' : failure)) return undefined;
    const error = failure ?? (isEmpty ? 'nothing_shown' : null);
    const kept = error === null ? file : { path: file.path, sizeBytes: 0 };
    await storeFile(this.#tools, job, kept, (blobKey) =>
      repo.finish(job, { file: blobKey === null ? null : { blobKey, sizeBytes: kept.sizeBytes }, missing, error }),
    );
    return undefined;
  }
}
