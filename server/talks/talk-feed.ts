import type { Changes, FeedSource, KeptEvent, Range } from '#server/feed/feed-source.ts';
import { serializeTalk } from './talks.serializer.ts';
import type { TalkRow, TalksRepo } from './talks.repo.ts';

/** The changes of a deck's talks, for clients that watch the deck. */
export class TalkFeed implements FeedSource {
  readonly part = 'talks';
  readonly #repo: TalksRepo;
  readonly #baseUrl: string;

  constructor(repo: TalksRepo, baseUrl: string) {
    this.#repo = repo;
    this.#baseUrl = baseUrl;
  }

  /** Returns all changes at once, because a deck has few talks. */
  async changesSince(deckId: string, range: Range): Promise<Changes> {
    const rows = await this.#repo.listChanged(deckId, range);
    return { events: rows.map(this.#toEvent), reached: range.upTo };
  }

  async running(deckId: string): Promise<KeptEvent[]> {
    const rows = await this.#repo.listRunning(deckId);
    return rows.map(this.#toEvent);
  }

  readonly #toEvent = (row: TalkRow): KeptEvent => ({
    kind: 'talk',
    deckId: row.deckId,
    seq: row.seq,
    talk: serializeTalk(row, this.#baseUrl),
    ended: row.endedAt !== null,
  });
}
