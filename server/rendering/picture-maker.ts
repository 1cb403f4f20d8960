import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { type Renderer, RenderFailedError, type RenderEvent } from 'deck-renderer';
import { AppError } from '#server/errors.ts';
import type { DiskReserve } from '#server/packages/disk-reserve.ts';
import { withdrawBlob } from '#server/packages/package-intake.ts';
import { stageFile } from '#server/packages/staged-file.ts';
import { newBlobKey } from '#server/storage/blob-key.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { REQUESTED_PICTURE_MAX_BYTES } from '#shared/limits.ts';
import { deckToRender } from './deck-to-render.ts';
import { isPicture } from './picture-format.ts';
import type { RenderJobsRepo } from './render-jobs.repo.ts';
import type { RequestedPicturesRepo, WantedPicture } from './requested-pictures.repo.ts';

/** What the renderer does at once for one user: pictures of one version. */
interface Work {
  readonly id: string;
  readonly versionId: string;
}

interface Dependencies {
  readonly repo: Pick<RequestedPicturesRepo, 'find' | 'store' | 'removeBeyondLimits'>;
  readonly jobs: Pick<RenderJobsRepo, 'find'>;
  readonly renderer: Pick<Renderer, 'render'>;
  /** The addresses at which decks play for the renderer. */
  readonly addresses: {
    /** Null if the deck is gone. */
    readonly grant: (work: Work) => Promise<string | null>;
    readonly end: (work: Work) => Promise<void>;
  };
  readonly blobs: Pick<BlobStore, 'putFile' | 'delete'>;
  readonly disk: Pick<DiskReserve, 'hold'>;
  readonly stagingDir: string;
  readonly log: Logger;
}

/** `unmade`: another attempt may succeed. `failed`: the deck is the cause. */
type Outcome = 'stored' | 'failed' | 'unmade';

interface Order {
  readonly key: string;
  readonly wanted: WantedPicture;
  readonly ended: PromiseWithResolvers<Outcome>;
}

/** How many users this process makes pictures for at once. */
const USERS_AT_ONCE = 2;
/** How many pictures one browser makes: the document of a deck is loaded once for all of them. */
const PICTURES_AT_ONCE = 8;
/** How many pictures of one user wait, or are made. */
export const USER_ORDERS_MAX = 24;
const ORDERS_MAX = 240;
/** How long a request waits for its picture. */
const WAIT_MILLISECONDS = 20_000;
const RETRY_AFTER_SECONDS = 5;
/** How long pictures are made at once. The address that plays the deck is valid for a little longer. */
const WORK_MILLISECONDS = 60_000;
/** How long a picture that could not be made because of its deck is not tried again. */
const FAILED_MILLISECONDS = 10 * 60_000;
const FAILED_MAX = 10_000;

/**
 * Makes pictures of slides for which someone waits, and stores them. A picture that several requests ask for is made once. Users take turns: a
 * user's pictures of one version are made together, then another user is next.
 */
export class PictureMaker {
  readonly #dependencies: Dependencies;
  readonly #stop = new AbortController();
  /** All pictures that wait or are being made, by key. */
  readonly #orders = new Map<string, Order>();
  /** Those that wait, by user. The first user is next. */
  readonly #waiting = new Map<string, Order[]>();
  /** Work that runs, by user. */
  readonly #running = new Map<string, Promise<void>>();
  readonly #orderCounts = new Map<string, number>();
  readonly #failed = new LRUCache<string, true>({ max: FAILED_MAX, ttl: FAILED_MILLISECONDS });

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Resolves when the picture is stored, or the deck is gone. The caller has checked that the user may read the version, and checks it again
   * afterwards.
   *
   * @throws AppError PICTURE_NOT_FOUND if the deck does not let it be made; PICTURE_NOT_READY if it takes longer than a request waits
   */
  async make(userId: string, wanted: WantedPicture): Promise<void> {
    const key = keyOf(wanted);
    if (this.#failed.has(key)) throw pictureNotFound();
    const order = this.#orders.get(key) ?? this.#add(userId, { key, wanted, ended: Promise.withResolvers() });
    const outcome = await withinTime(order.ended.promise);
    if (outcome === 'failed') throw pictureNotFound();
    if (outcome === 'unmade') throw notReady();
  }

  /** Ends the running work. Waiting requests are answered that they should try again. */
  async stop(): Promise<void> {
    this.#stop.abort();
    for (const orders of this.#waiting.values()) for (const order of orders) this.#end(order, 'unmade');
    this.#waiting.clear();
    await Promise.all(this.#running.values());
  }

  #add(userId: string, order: Order): Order {
    const count = this.#orderCounts.get(userId) ?? 0;
    if (this.#stop.signal.aborted || count >= USER_ORDERS_MAX || this.#orders.size >= ORDERS_MAX) throw notReady();
    this.#orders.set(order.key, order);
    this.#orderCounts.set(userId, count + 1);
    void order.ended.promise.then(() => this.#forget(userId, order));
    this.#waiting.set(userId, [...(this.#waiting.get(userId) ?? []), order]);
    this.#startNext();
    return order;
  }

  #forget(userId: string, { key }: Order): void {
    const left = (this.#orderCounts.get(userId) ?? 1) - 1;
    this.#orders.delete(key);
    if (left === 0) this.#orderCounts.delete(userId);
    else this.#orderCounts.set(userId, left);
  }

  #end(order: Order, outcome: Outcome): void {
    if (outcome === 'failed') this.#failed.set(order.key, true);
    order.ended.resolve(outcome);
  }

  #startNext(): void {
    while (this.#running.size < USERS_AT_ONCE) {
      const userId = [...this.#waiting.keys()].find((id) => !this.#running.has(id));
      if (userId === undefined) return;
      const orders = this.#takeFrom(userId);
      const work = this.#work(orders).finally(() => {
        this.#running.delete(userId);
        this.#startNext();
      });
      this.#running.set(userId, work);
    }
  }

  /** The next pictures of a user, all of one version. If there are more, they wait until other users had their turn. */
  #takeFrom(userId: string): Order[] {
    const orders = this.#waiting.get(userId) ?? [];
    const versionId = orders[0]?.wanted.versionId;
    const taken = orders.filter(({ wanted }) => wanted.versionId === versionId).slice(0, PICTURES_AT_ONCE);
    const left = orders.filter((order) => !taken.includes(order));
    this.#waiting.delete(userId);
    if (left.length > 0) this.#waiting.set(userId, left);
    return taken;
  }

  /** Never rejects. */
  async #work(taken: readonly Order[]): Promise<void> {
    const { addresses, log } = this.#dependencies;
    const orders = taken.toSorted(inDeckOrder);
    const versionId = orders[0]?.wanted.versionId ?? '';
    const work = { id: randomUUID(), versionId };
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(WORK_MILLISECONDS)]);
    const warn = (err: unknown) => log.warn({ err, versionId }, 'pictures that were asked for could not be made');
    try {
      await this.#render(work, orders, signal);
    } catch (fault) {
      if (!this.#stop.signal.aborted) warn(fault);
    } finally {
      await addresses.end(work).catch(warn);
      for (const order of orders) this.#end(order, 'unmade');
    }
    await this.#removeBeyondLimits().catch(warn);
  }

  /** The renderer reports the pictures in the order of the request. */
  async #render(work: Work, orders: readonly Order[], signal: AbortSignal): Promise<void> {
    const { repo, jobs, addresses, renderer } = this.#dependencies;
    const left: Order[] = [];
    for (const order of orders) {
      // Another instance may have stored it, or this one since the request looked.
      if (await repo.find(order.wanted)) this.#end(order, 'stored');
      else left.push(order);
    }
    const [first] = left;
    if (first === undefined) return;
    const [version, baseUrl] = [await jobs.find(first.wanted), await addresses.grant(work)];
    if (version === null || baseUrl === null) {
      // The callers find out that the deck is gone.
      for (const order of left) this.#end(order, 'stored');
      return;
    }
    const pictures = left.map(({ wanted: { slideIndex: index, inner, step, width, format } }) => ({
      index,
      inner,
      step: step ?? ('last' as const),
      width,
      format,
    }));
    try {
      for await (const event of renderer.render({ deck: deckToRender(version, baseUrl), pictures }, signal)) {
        if (event.type !== 'picture' && event.type !== 'failed') continue;
        const order = left.shift();
        if (order === undefined) return;
        this.#end(order, await this.#take(event, order.wanted, signal));
      }
    } catch (fault) {
      if (!(fault instanceof RenderFailedError)) throw fault;
      // The one that was being made has ended the job.
      if (left[0] !== undefined) this.#end(left[0], fault.reason === 'renderer_ended' ? 'unmade' : 'failed');
    }
  }

  /** Stores what the renderer reports. It is not trusted, because it runs the code of decks. */
  async #take(
    event: Extract<RenderEvent, { type: 'picture' | 'failed' }>,
    wanted: WantedPicture,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { repo, blobs, disk, stagingDir: directory, log } = this.#dependencies;
    const isWanted = event.index === wanted.slideIndex && event.inner === wanted.inner;
    if (!isWanted || event.type === 'failed') return 'failed';
    if (event.bytes.length > REQUESTED_PICTURE_MAX_BYTES || !isPicture(event.bytes, wanted.format)) return 'failed';
    using space = await disk.hold(event.bytes.length);
    await using file = await stageFile(Readable.from([event.bytes]), { directory, space, signal });
    const { path, sizeBytes } = file;
    const blobKey = newBlobKey();
    await blobs.putFile(blobKey, path, { size: sizeBytes });
    const isStored = await repo
      .store(wanted, { blobKey, sizeBytes })
      .catch((fault: unknown) => withdrawBlob({ blobs, log }, blobKey, fault));
    // Another instance has stored the same picture, or the deck is gone.
    if (!isStored) await blobs.delete(blobKey);
    return 'stored';
  }

  async #removeBeyondLimits(): Promise<void> {
    const { repo, blobs } = this.#dependencies;
    for (const key of await repo.removeBeyondLimits()) await blobs.delete(key);
  }
}

function keyOf({ versionId, slideIndex, inner, step, width, format }: WantedPicture): string {
  return JSON.stringify([versionId, slideIndex, inner, step, width, format]);
}

/** As the renderer sorts pictures, and the steps of a slide one after the other. */
function inDeckOrder({ wanted: a }: Order, { wanted: b }: Order): number {
  return (
    a.slideIndex - b.slideIndex ||
    (a.inner ?? 0) - (b.inner ?? 0) ||
    (a.step ?? Number.MAX_SAFE_INTEGER) - (b.step ?? Number.MAX_SAFE_INTEGER)
  );
}

async function withinTime(ended: Promise<Outcome>): Promise<Outcome> {
  const late = Promise.withResolvers<Outcome>();
  const timer = setTimeout(() => late.resolve('unmade'), WAIT_MILLISECONDS);
  try {
    return await Promise.race([ended, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export function pictureNotFound(): AppError {
  return new AppError('PICTURE_NOT_FOUND', 'There is no picture of this slide, or not yet.');
}

function notReady(): AppError {
  return new AppError('PICTURE_NOT_READY', 'This picture is being made. Ask again in a few seconds.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
