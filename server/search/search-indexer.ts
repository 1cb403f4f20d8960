import type { Logger } from 'pino';
import { AppError } from '#server/errors.ts';
import type { DiskReserve } from '#server/packages/disk-reserve.ts';
import type { PackageReaders } from '#server/packages/reading/package-readers.ts';
import { inSpan } from '#server/spans.ts';
import { stageFile } from '#server/packages/staged-file.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { BlobNotFoundError } from '#server/storage/storage-errors.ts';
import type { PackageText } from '#shared/search.ts';
import type { SearchIndexRepo, UnreadPackage } from './search-index.repo.ts';

interface Dependencies {
  readonly repo: Pick<SearchIndexRepo, 'claim' | 'renew' | 'unread' | 'storeTexts' | 'update'>;
  readonly readers: Pick<PackageReaders, 'read'>;
  readonly blobs: Pick<BlobStore, 'read'>;
  readonly disk: Pick<DiskReserve, 'hold'>;
  readonly stagingDir: string;
  readonly log: Pick<Logger, 'warn'>;
}

/** The channel on which triggers announce decks whose entries are out of date (`drizzle/migrations`). */
export const SEARCH_CHANNEL = 'lectern_search';

/** How often decks are looked for that another instance has left. */
const LOOK_MILLISECONDS = 10_000;
/** How long the indexer waits after a failure that is not that of one deck, such as a store that cannot be reached. */
const PAUSE_MILLISECONDS = 30_000;
/** Packages that are read again take turns with uploads, as those of one user. */
const READER = 'search';

/**
 * Brings what searches find up to date, one deck at a time, the latest change first. Any number of instances may do this at once: each
 * deck is taken by one. Decks that were indexed by earlier rules follow when there is nothing else to do.
 */
export class SearchIndexer {
  readonly #dependencies: Dependencies;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #isWoken = false;
  #pausedUntil = 0;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  start(): void {
    this.#timer = setInterval(this.wake, LOOK_MILLISECONDS).unref();
    this.wake();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#running;
  }

  /** Call this when there may be a deck whose entries are out of date. */
  readonly wake = (): void => {
    if (this.#timer === undefined || this.#stop.signal.aborted) return;
    this.#isWoken = true;
    this.#running ??= this.#run().finally(() => (this.#running = null));
  };

  /** Never rejects. */
  async #run(): Promise<void> {
    try {
      while (this.#isWoken) {
        this.#isWoken = false;
        await this.#indexAll();
      }
    } catch (err) {
      this.#pausedUntil = performance.now() + PAUSE_MILLISECONDS;
      if (!this.#stop.signal.aborted)
        this.#dependencies.log.warn({ err }, 'searches cannot be kept up to date; it will be tried again');
    }
  }

  /** @throws the error of the second of two decks, one after the other, that could not be indexed. The fault of one deck does not keep others waiting. */
  async #indexAll(): Promise<void> {
    const { repo, log } = this.#dependencies;
    let hasFailed = false;
    while (!this.#stop.signal.aborted && performance.now() >= this.#pausedUntil) {
      const deckId = (await repo.claim()) ?? (await this.#claimOutdated());
      if (deckId === null) return;
      try {
        await inSpan('index deck', {}, () => this.#index(deckId));
        hasFailed = false;
      } catch (err) {
        if (hasFailed || this.#stop.signal.aborted) throw err;
        hasFailed = true;
        log.warn({ err, deckId }, 'a deck could not be indexed for searches; it will be tried again');
      }
    }
  }

  async #index(deckId: string): Promise<void> {
    const { repo } = this.#dependencies;
    const unread = await repo.unread(deckId);
    if (unread !== null) await repo.storeTexts(unread.versionId, await this.#read(unread));
    await repo.update(deckId);
  }

  /** A deck that was indexed by earlier rules. Null if there is none. */
  async #claimOutdated(): Promise<string | null> {
    const { repo } = this.#dependencies;
    return (await repo.renew()) ? repo.claim() : null;
  }

  /** The text of a stored package. Null if the package is refused by now, or is gone. */
  async #read({ blobKey, sizeBytes }: UnreadPackage): Promise<readonly PackageText[] | null> {
    const { readers, blobs, disk, stagingDir: directory, log } = this.#dependencies;
    try {
      using space = await disk.hold(sizeBytes);
      const body = await blobs.read(blobKey, { offset: 0, length: sizeBytes });
      await using staged = await stageFile(body, { directory, space, signal: this.#stop.signal });
      return (await readers.read(READER, staged)).texts;
    } catch (err) {
      const isRefused = err instanceof AppError && err.code !== 'STORAGE_FULL';
      if (!isRefused && !(err instanceof BlobNotFoundError)) throw err;
      log.warn({ err, blobKey }, 'the text of a stored package could not be read');
      return null;
    }
  }
}
