import { and, desc, eq, getTableColumns, max, sql } from 'drizzle-orm';
import { decks, renderJobs, slides, users, versions } from '#drizzle/schema/index.ts';
import type { ChangeableDeck } from '#server/access/granted-deck.ts';
import { holdDeck } from '#server/access/hold-deck.ts';
import type { Database } from '#server/db/connect.ts';
import type { DeckParts } from '#server/decks/decks.serializer.ts';
import { insertVersion, starOf, type VersionRow, type WriteHooks } from '#server/decks/decks.repo.ts';
import { advance } from '#server/feed/advance.ts';
import { AppError } from '#server/errors.ts';
import { currentColumns, renderJobOf, type VersionRows } from '#server/packages/package-rows.ts';
import { VERSIONS_MAX } from '#shared/limits.ts';
import type { KnownSlide, PlacedSlide } from './slide-matching.ts';

/**
 * The number of versions in which the slides of a new version are searched: the current one and the newest others. A removed slide
 * usually returns within a few versions, and each further version makes every upload slower.
 */
const SEARCHED_VERSIONS = 5;

/** What is known about a deck when a new version is added. */
export interface DeckHistory {
  readonly currentVersionId: string | null;
  readonly latestNumber: number;
  /** The slides of the version with that number. */
  readonly latest: readonly KnownSlide[];
  /** The slides of the last few versions: the current one first, then from new to old. */
  readonly slides: readonly (readonly KnownSlide[])[];
}

/** The maximum number of versions in a list. Only programs create more; older ones can be read by their ids. */
const VERSIONS_LISTED_MAX = 1000;

/** SQL of the versions of a deck. */
export class VersionsRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The newest versions, newest first, up to `VERSIONS_LISTED_MAX`. */
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

  /** The slides of a version, in their order. */
  async slidesOf(versionId: string): Promise<PlacedSlide[]> {
    return this.#db
      .select({ slideKey: slides.slideKey, digest: slides.digest })
      .from(slides)
      .where(eq(slides.versionId, versionId))
      .orderBy(slides.index);
  }

  /** The current latest versions of the deck; empty if the deck was deleted. */
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
    const latestNumber = rows.reduce((latest, { number }) => Math.max(latest, number), 0);
    return {
      currentVersionId: rows[0]?.versionId ?? null,
      latestNumber,
      latest: rows.filter(({ number }) => number === latestNumber),
      slides: [...Map.groupBy(rows, (row) => row.versionId).values()],
    };
  }

  /**
   * Adds a version and makes it current.
   *
   * @param history the history from which `rows` were built
   * @returns the deck as it was written; null without any change if the deck has got another version, or another current version, in
   * the meantime
   * @throws AppError as `holdDeck`, LIMIT_REACHED, and what the hooks throw
   */
  async add(
    deck: ChangeableDeck,
    history: DeckHistory,
    rows: VersionRows,
    { checkQuota, written }: WriteHooks,
  ): Promise<DeckParts | null> {
    return this.#db.transaction(async (tx) => {
      const { id: deckId, currentVersionId, ownerId, sharedAs, actor } = await holdDeck(tx, deck, 'no key update');
      const [latest] = await tx
        .select({ number: max(versions.number) })
        .from(versions)
        .where(eq(versions.deckId, deckId));
      if (currentVersionId !== history.currentVersionId || latest?.number !== history.latestNumber) return null;
      // Single versions are never deleted, so the number of the latest one is the number of versions.
      if (history.latestNumber >= VERSIONS_MAX)
        throw new AppError(
          'LIMIT_REACHED',
          `A deck can have at most ${VERSIONS_MAX} versions. Upload the package as a new deck.`,
          {
            limit: VERSIONS_MAX,
          },
        );
      await checkQuota(tx, ownerId);
      const version = await insertVersion(tx, rows, actor.name);
      const [row] = await tx
        .update(decks)
        .set({ ...currentColumns(rows.version), updatedAt: new Date() })
        .from(users)
        .where(and(eq(decks.id, deckId), eq(users.id, decks.ownerId)))
        .returning({ ...getTableColumns(decks), ownerName: users.name, starredAt: starOf(actor.userId) });
      if (row === undefined) throw new Error('a deck was not changed although its row is locked');
      const parts = { actor, deck: { ...row, sharedAs }, ...version };
      await written(tx, parts);
      await advance(tx, deckId, 'decks');
      return parts;
    });
  }

  /**
   * Makes an old version current again. Returns false if it does not exist. Its slides have their old keys, so that their notes and
   * annotations return as well.
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
      // Versions that were not current when the first renderer came have no job.
      await tx.insert(renderJobs).values(renderJobOf(version)).onConflictDoNothing();
      await advance(tx, deckId, 'decks');
      return true;
    });
  }
}
