import pLimit from 'p-limit';
import type { Changes, FeedSource, KeptEvent, Range } from '#server/feed/feed-source.ts';
import type { FeedPart } from '#server/feed/notices.ts';
import type { FeedsRepo } from './feeds.repo.ts';

/** Rows of one source in one read. */
const PAGE_ROWS = 200;
/** Limits concurrent reads, so that many clients reconnecting at once do not take all database connections. */
const READS_AT_ONCE = 4;

/** Reads the changes of a deck from all sources. */
export class FeedReader {
  readonly #repo: FeedsRepo;
  readonly #sources: readonly FeedSource[];
  readonly #reads = pLimit(READS_AT_ONCE);

  constructor(repo: FeedsRepo, sources: readonly FeedSource[]) {
    this.#repo = repo;
    this.#sources = sources;
  }

  counter(deckId: string): Promise<number> {
    return this.#repo.counter(deckId);
  }

  /** @param parts the parts with changes in the range; null: unknown, so all parts are read */
  async read(deckId: string, range: Range, parts: ReadonlySet<FeedPart> | null = null): Promise<Changes> {
    const sources = this.#sources.filter(({ part }) => parts === null || parts.has(part));
    const found = await this.#reads(() => Promise.all(sources.map((source) => source.changesSince(deckId, range, PAGE_ROWS))));
    const reached = Math.min(range.upTo, ...found.map((changes) => changes.reached));
    const events = found.flatMap((changes) => changes.events).filter(({ seq }) => seq <= reached);
    return { events: events.toSorted((a, b) => a.seq - b.seq), reached };
  }

  /** Events that started before and still apply, such as running talks. */
  async running(deckId: string): Promise<readonly KeptEvent[]> {
    const found = await Promise.all(this.#sources.map(async (source) => source.running?.(deckId)));
    return found.flatMap((events) => events ?? []);
  }
}
