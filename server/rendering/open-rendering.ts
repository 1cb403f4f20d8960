import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import type { Listener } from '#server/db/listener.ts';
import { LIVE_CHANNEL } from '#server/feed/notices.ts';
import type { DiskReserve } from '#server/packages/disk-reserve.ts';
import type { PlaybackService } from '#server/playback/playback.service.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import type { LateRenderer } from './late-renderer.ts';
import { PictureMaker } from './picture-maker.ts';
import { RenderJobsRepo, type RenderedHook } from './render-jobs.repo.ts';
import { PictureWork } from './picture-work.ts';
import { RenderQueue } from './render-queue.ts';
import type { RenderWork, WorkTools } from './render-work.ts';
import type { RequestedPicturesRepo } from './requested-pictures.repo.ts';

/** A renderer, and how it and this server reach each other. */
export interface Rendering {
  readonly renderer: LateRenderer;
  /** Our origin, as the renderer reaches it. */
  readonly origin: string;
  /** Finds the networks from which the renderer's requests come: `Client.network`. */
  readonly networks: () => Promise<string[]>;
}

interface Dependencies {
  readonly rendering?: Rendering | null | undefined;
  readonly rendered: RenderedHook;
  /** What jobs of exports do. */
  readonly exporting: (tools: WorkTools) => RenderWork;
  readonly db: Database;
  readonly requested: RequestedPicturesRepo;
  readonly listener: Pick<Listener, 'listen'>;
  readonly blobs: BlobStore;
  readonly disk: DiskReserve;
  readonly playback: Pick<PlaybackService, 'grantToJob' | 'forgetJob' | 'grantToPictures' | 'endPictures'>;
  readonly config: Config;
  readonly log: Logger;
}

interface RenderingParts {
  /** Call it when requests reach this server, because the renderer loads decks from it. */
  readonly begin: () => void;
  /** The queue in the database, which other instances may work on if this one has no renderer. */
  readonly jobs: RenderJobsRepo;
  /** Null without a renderer. */
  readonly maker: PictureMaker | null;
}

/** Creates the parts that render decks: their pictures, and exports. Without a renderer, jobs wait. */
export async function openRendering(
  { rendering, rendered, exporting, db, requested, listener, playback, config, log, ...others }: Dependencies,
  opened: AsyncDisposableStack,
): Promise<RenderingParts> {
  const jobs = new RenderJobsRepo(db, rendered);
  if (rendering == null) return { begin: () => undefined, jobs, maker: null };
  const { renderer, networks } = rendering;
  const addresses = {
    grant: async (job: { id: string; versionId: string }) => playback.grantToJob(job, await networks()),
    forget: (job: { id: string; versionId: string }) => playback.forgetJob(job),
  };
  const tools = { ...others, jobs, renderer, stagingDir: config.uploads.stagingDir, log };
  const work = { pictures: new PictureWork(tools), export: exporting(tools) };
  const queue = new RenderQueue({ repo: jobs, work, addresses, log });
  const maker = new PictureMaker({
    ...tools,
    repo: requested,
    addresses: {
      grant: async (wanted) => playback.grantToPictures(wanted, await networks()),
      end: (wanted) => playback.endPictures(wanted),
    },
  });
  await listener.listen(LIVE_CHANNEL, queue.onNotice, queue.wake);
  opened.defer(() => renderer.stop());
  opened.defer(() => queue.stop());
  opened.defer(() => maker.stop());
  return { begin: () => renderer.start(() => queue.start()), jobs, maker };
}
