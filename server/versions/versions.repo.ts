import { and, desc, eq, getTableColumns, max, sql } from 'drizzle-orm';
import { decks, slides, users, versions } from '#drizzle/schema/index.ts';
import type { ChangeableDeck } from '#server/access/granted-deck.ts';
import { holdDeck } from '#server/access/hold-deck.ts';
import type { Database } from '#server/db/connect.ts';
import type { DeckParts } from '#server/decks/decks.presenter.ts';
import { insertVersion, type VersionRow, type WriteHooks } from '#server/decks/decks.repo.ts';
import { advance } from '#server/feed/advance.ts';
import { AppError } from '#server/errors.ts';
import { currentColumns, type VersionRows } from '#server/packages/package-rows.ts';
import { VERSIONS_MAX } from '#shared/limits.ts';
import type { KnownSlide } from './slide-matching.ts';

/**
 * So many versions of a deck are searched for the slides that a new one continues: the current one and the newest besides.
 * A slide that is taken out and put back comes back within a few versions; each one more costs every upload time.
 */
const SEARCHED_VERSIONS = 5;

/** What a new version is put together from. */
export interface DeckHistory {
  readonly currentVersionId: string | null;
  readonly latestNumber: number;
  /** By version, the current one first, then from new to old; the last few. */
  readonly slides: readonly (readonly KnownSlide[])[];
}

/** A deck has more versions only where a program makes them; older ones can be read by their ids. */
const VERSIONS_LISTED_MAX = 1000;

/** SQL of a deck's versions. */
export class VersionsRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The newest first, up to `VERSIONS_LISTED_MAX`. */
  async list(deckId: string): Promise<VersionRow[]> {
    const rows = await this.#db
      .select({ version: versions, createdByName: users.name })
      .from(versions)
      .leftJoin(users, eq(users.id, versions.createdById))
      .where(eq(versions.deckId, deckId))
      .orderBy(desc(versions.number))
      .limit(VERSIONS_LISTED_MAX);
    return rows.map(({ version, createdByName }) => ({ ...version, createdByName }));
  }

  /** The deck's latest versions as they are now; without any where the deck is gone. */
  async history(deckId: string): Promise<DeckHistory> {
    const isCurrent = sql<boolean>`${versions.id} = ${decks.currentVersionId}`;
    const searched = this.#db
      .select({ id: versions.id, number: versions.number, isCurrent: isCurrent.as('is_current') })
      .from(versions)
      .innerJoin(decks, eq(decks.id, versions.deckId))
      .where(eq(decks.id, deckId))
      .orderBy(desc(isCurrent), desc(versions.number))
      .limit(SEARCHED_VERSIONS)
      .as('searched');
    const rows = await this.#db
      .select({
        number: searched.number,
        versionId: searched.id,
        slideKey: slides.slideKey,
        manifestId: slides.manifestId,
        digest: slides.digest,
      })
      .from(slides)
      .innerJoin(searched, eq(searched.id, slides.versionId))
      .orderBy(desc(searched.isCurrent), desc(searched.number), slides.index);
    return {
      currentVersionId: rows[0]?.versionId ?? null,
      latestNumber: rows.reduce((latest, { number }) => Math.max(latest, number), 0),
      slides: [...Map.groupBy(rows, (row) => row.versionId).values()],
    };
  }

  /**
   * Adds a version and makes it current.
   *
   * @param history what `rows` were made from
   * @returns the deck as it was written; null, and nothing is written, when the deck has got another version meanwhile, or
   * another current one
   * @throws AppError as `holdDeck`, LIMIT_REACHED, and what the hooks throw
   */
  async add(
    deck: ChangeableDeck,
    history: DeckHistory,
    rows: VersionRows,
    { checkQuota, written }: WriteHooks,
  ): Promise<DeckParts | null> {
    return this.#db.transaction(async (tx) => {
      const { id: deckId, currentVersionId, ownerId, actor } = await holdDeck(tx, deck, 'no key update');
      const [latest] = await tx
        .select({ number: max(versions.number) })
        .from(versions)
        .where(eq(versions.deckId, deckId));
      if (currentVersionId !== history.currentVersionId || latest?.number !== history.latestNumber) return null;
      // Versions are never deleted one by one: the number of the latest one is how many there are.
      if (history.latestNumber >= VERSIONS_MAX)
        throw new AppError('LIMIT_REACHED', `This deck has ${VERSIONS_MAX} versions. Upload the package as a new deck.`, {
          limit: VERSIONS_MAX,
        });
      await checkQuota(tx, ownerId);
      const version = await insertVersion(tx, rows, actor.name);
      const [row] = await tx
        .update(decks)
        .set({ ...currentColumns(rows.version), updatedAt: new Date() })
        .from(users)
        .where(and(eq(decks.id, deckId), eq(users.id, decks.ownerId)))
        .returning({ ...getTableColumns(decks), ownerName: users.name });
      if (row === undefined) throw new Error('a deck was not changed, though its row is held');
      const parts = { actor, deck: row, ...version };
      await written(tx, parts);
      await advance(tx, deckId, 'decks');
      return parts;
    });
  }

  /**
   * Makes an old version current again; false when there is none. Its slides come back with their keys, and with them
   * what hangs on those.
   *
   * @throws AppError as `holdDeck`
   */
  async restore(deck: ChangeableDeck, versionId: string): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      const { id: deckId } = await holdDeck(tx, deck, 'no key update');
      const [version] = await tx
        .select()
        .from(versions)
        .where(and(eq(versions.deckId, deckId), eq(versions.id, versionId)));
      if (version === undefined) return false;
      await tx
        .update(decks)
        .set({ ...currentColumns(version), updatedAt: new Date() })
        .where(eq(decks.id, deckId));
      await advance(tx, deckId, 'decks');
      return true;
    });
  }
}
