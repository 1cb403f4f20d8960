import { and, count, eq, sql } from 'drizzle-orm';
import { deckStars } from '#drizzle/schema/index.ts';
import type { ReadableDeck } from '#server/access/granted-deck.ts';
import { holdDeck } from '#server/access/hold-deck.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import type { Broadcasts } from '#server/feed/broadcasts.ts';
import { STARS_MAX } from '#shared/limits.ts';

/** SQL of the stars that users give to decks. Pages of the same user are told of each change. */
export class StarsRepo {
  readonly #db: Database;
  readonly #broadcasts: Broadcasts;

  constructor(db: Database, broadcasts: Broadcasts) {
    this.#db = db;
    this.#broadcasts = broadcasts;
  }

  /** @throws AppError as `holdDeck`, LIMIT_REACHED */
  async set(deck: ReadableDeck): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const { id: deckId, actor } = await holdDeck(tx, deck, 'share');
      const { userId } = actor;
      // Stars of one user wait for each other here, so that together they cannot exceed the limit.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`stars ${userId}`}, 0))`);
      const added = await tx
        .insert(deckStars)
        .values({ userId, deckId })
        .onConflictDoNothing()
        .returning({ deckId: deckStars.deckId });
      if (added.length === 0) return;
      await refuseBeyondMax(tx, userId);
      await this.#broadcasts.publish({ kind: 'star', deckId, starred: true }, userId, tx);
    });
  }

  /** Succeeds if there is no star. @throws AppError as `holdDeck` */
  async remove(deck: ReadableDeck): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const { id: deckId, actor } = await holdDeck(tx, deck, 'share');
      const { userId } = actor;
      const removed = await tx
        .delete(deckStars)
        .where(and(eq(deckStars.userId, userId), eq(deckStars.deckId, deckId)))
        .returning({ deckId: deckStars.deckId });
      if (removed.length > 0) await this.#broadcasts.publish({ kind: 'star', deckId, starred: false }, userId, tx);
    });
  }
}

/** @throws AppError LIMIT_REACHED */
async function refuseBeyondMax(tx: Transaction, userId: string): Promise<void> {
  const [starred] = await tx.select({ decks: count() }).from(deckStars).where(eq(deckStars.userId, userId));
  if ((starred?.decks ?? 0) <= STARS_MAX) return;
  throw new AppError('LIMIT_REACHED', `You have starred ${STARS_MAX} decks. Remove a star first.`, { limit: STARS_MAX });
}
