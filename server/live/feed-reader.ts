import pLimit from 'p-limit';
import type { Changes, FeedSource, KeptEvent, Range } from '#server/feed/feed-source.ts';
import type { FeedPart } from '#server/feed/notices.ts';
import type { FeedsRepo } from './feeds.repo.ts';

/** Rows of one source in one read. */
const PAGE_ROWS = 200;
/** What people missed who come back all at once must not take every connection from those who work. */
const READS_AT_ONCE = 4;

/** Reads what has changed in a deck, whatever room it is kept in. */
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

  /** @param parts where the changes of the range are; null: it is not known. */
  async read(deckId: string, range: Range, parts: ReadonlySet<FeedPart> | null = null): Promise<Changes> {
    const sources = this.#sources.filter(({ part }) => parts === null || parts.has(part));
    const found = await this.#reads(() => Promise.all(sources.map((source) => source.changesSince(deckId, range, PAGE_ROWS))));
    const reached = Math.min(range.upTo, ...found.map((changes) => changes.reached));
    const events = found.flatMap((changes) => changes.events).filter(({ seq }) => seq <= reached);
    return { events: events.toSorted((a, b) => a.seq - b.seq), reached };
  }

  /** What goes on in the deck and was told before. */
  async running(deckId: string): Promise<readonly KeptEvent[]> {
    const found = await Promise.all(this.#sources.map(async (source) => source.running?.(deckId)));
    return found.flatMap((events) => events ?? []);
  }
}
