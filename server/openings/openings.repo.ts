import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { deckOpenings, deckPeople, decks, deckStars, slides, users, versions } from '#drizzle/schema/index.ts';
import type { ReadableDeck } from '#server/access/granted-deck.ts';
import { holdDeck } from '#server/access/hold-deck.ts';
import { readableBy } from '#server/access/readable-by.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { deckColumns, type DeckRow, isShareOf, isStarOf } from '#server/decks/decks.repo.ts';
import { OPENINGS_MAX } from '#shared/limits.ts';
import type { OpeningSave } from '#shared/openings.ts';

export type OpeningRow = Pick<typeof deckOpenings.$inferSelect, 'slideIndex' | 'inner' | 'innerName' | 'openedAt'> & {
  /** The position of the slide in the current version; null if it is not there. */
  readonly currentIndex: number | null;
};

const { slideIndex, inner, innerName, openedAt } = getTableColumns(deckOpenings);
const openingColumns = { slideIndex, inner, innerName, openedAt, currentIndex: slides.index };
const isSlideNow = and(eq(slides.versionId, decks.currentVersionId), eq(slides.slideKey, deckOpenings.slideKey));

/** SQL of where users left the decks that they have opened. */
export class OpeningsRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(userId: string, deckId: string): Promise<OpeningRow | null> {
    const [row] = await this.#db
      .select(openingColumns)
      .from(deckOpenings)
      .innerJoin(decks, eq(decks.id, deckOpenings.deckId))
      .leftJoin(slides, isSlideNow)
      .where(and(eq(deckOpenings.userId, userId), eq(deckOpenings.deckId, deckId)));
    return row ?? null;
  }

  /** The decks that the user opened last and may still read, the latest first. */
  async latest(actor: Actor, limit: number): Promise<{ deck: DeckRow; opening: OpeningRow }[]> {
    const rows = await this.#db
      .select({ ...deckColumns, ...openingColumns })
      .from(deckOpenings)
      .innerJoin(decks, eq(decks.id, deckOpenings.deckId))
      .innerJoin(users, eq(users.id, decks.ownerId))
      .leftJoin(deckPeople, isShareOf(actor.userId))
      .leftJoin(deckStars, isStarOf(actor.userId))
      .leftJoin(slides, isSlideNow)
      .where(and(eq(deckOpenings.userId, actor.userId), readableBy(actor)))
      .orderBy(desc(deckOpenings.openedAt), desc(deckOpenings.deckId))
      .limit(limit);
    return rows.map((row) => ({ deck: row, opening: row }));
  }

  /**
   * Replaces where the actor left the deck. Returns false if the version does not exist or does not have the slide.
   *
   * @throws AppError as `holdDeck`
   */
  async save(deck: ReadableDeck, { versionId, place, innerName: name }: Omit<OpeningSave, 'deckId'>): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      const { id: deckId, actor } = await holdDeck(tx, deck, 'share');
      const [slide] = await tx
        .select({ slideKey: slides.slideKey })
        .from(slides)
        .innerJoin(versions, eq(versions.id, slides.versionId))
        .where(and(eq(versions.deckId, deckId), eq(versions.id, versionId), eq(slides.index, place.slideIndex)));
      if (slide === undefined) return false;
      const left = { ...slide, slideIndex: place.slideIndex, inner: place.inner, innerName: name, openedAt: new Date() };
      const [written] = await tx
        .insert(deckOpenings)
        .values({ userId: actor.userId, deckId, ...left })
        .onConflictDoUpdate({ target: [deckOpenings.userId, deckOpenings.deckId], set: left })
        .returning({ isNew: sql<boolean>`xmax = 0` });
      if (written?.isNew === true) await removeBeyondMax(tx, actor.userId);
      return true;
    });
  }
}

/** Keeps the `OPENINGS_MAX` decks that the user opened last. */
async function removeBeyondMax(tx: Transaction, userId: string): Promise<void> {
  const ofUser = eq(deckOpenings.userId, userId);
  const beyond = tx
    .select({ deckId: deckOpenings.deckId })
    .from(deckOpenings)
    .where(ofUser)
    .orderBy(desc(deckOpenings.openedAt), desc(deckOpenings.deckId))
    .offset(OPENINGS_MAX)
    .for('update', { skipLocked: true });
  await tx.delete(deckOpenings).where(and(ofUser, inArray(deckOpenings.deckId, beyond)));
}
