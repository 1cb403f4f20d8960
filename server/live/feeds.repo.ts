import { eq } from 'drizzle-orm';
import { deckFeeds } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';

/** SQL of the decks' counters. */
export class FeedsRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The number of the deck's last committed change. All changes before it are committed, too. */
  async counter(deckId: string): Promise<number> {
    const [row] = await this.#db.select({ seq: deckFeeds.seq }).from(deckFeeds).where(eq(deckFeeds.deckId, deckId));
    return row?.seq ?? 0;
  }
}
