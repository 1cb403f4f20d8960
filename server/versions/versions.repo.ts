import { and, desc, eq, sql } from 'drizzle-orm';
import { decks, packages, slides, users, versions } from '#drizzle/schema/index.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import type { VersionRow } from '#server/decks/decks.repo.ts';
import { advance } from '#server/feed/advance.ts';
import type { Remember } from '#server/packages/idempotency.repo.ts';
import { currentColumns, type VersionRows } from '#server/packages/package-rows.ts';
import type { KnownSlide } from './slide-matching.ts';

/** What a new version is put together from, once the deck is held fast. */
export interface DeckHistory {
  readonly nextNumber: number;
  /** By version, the current one first, then from new to old. */
  readonly slides: readonly (readonly KnownSlide[])[];
}

/** SQL of a deck's versions. */
export class VersionsRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first. */
  async list(deckId: string): Promise<VersionRow[]> {
    const rows = await this.#db
      .select({ version: versions, createdByName: users.name })
      .from(versions)
      .leftJoin(users, eq(users.id, versions.createdById))
      .where(eq(versions.deckId, deckId))
      .orderBy(desc(versions.number));
    return rows.map(({ version, createdByName }) => ({ ...version, createdByName }));
  }

  /** Adds a version and makes it current. False when the deck is gone. Two at once come one after the other. */
  async add(deckId: string, build: (history: DeckHistory) => VersionRows, remember?: Remember): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      const [deck] = await tx.select({ versionId: decks.currentVersionId }).from(decks).where(eq(decks.id, deckId)).for('update');
      if (deck === undefined) return false;
      const rows = build(await historyOf(tx, deckId, deck.versionId));
      await tx.insert(versions).values(rows.version);
      await tx.insert(packages).values(rows.package);
      await tx.insert(slides).values(rows.slides);
      await tx
        .update(decks)
        .set({ ...currentColumns(rows.version), updatedAt: new Date() })
        .where(eq(decks.id, deckId));
      await remember?.(tx, deckId);
      await advance(tx, deckId, 'decks');
      return true;
    });
  }

  /** Makes an old version current again; false when there is none. Its slides come back with their keys, and with them what hangs on those. */
  async restore(deckId: string, versionId: string): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      await tx.select({ id: decks.id }).from(decks).where(eq(decks.id, deckId)).for('update');
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

async function historyOf(tx: Transaction, deckId: string, currentVersionId: string): Promise<DeckHistory> {
  const rows = await tx
    .select({
      number: versions.number,
      versionId: versions.id,
      slideKey: slides.slideKey,
      manifestId: slides.manifestId,
      digest: slides.digest,
    })
    .from(slides)
    .innerJoin(versions, eq(versions.id, slides.versionId))
    .where(eq(versions.deckId, deckId))
    .orderBy(desc(sql`${versions.id} = ${currentVersionId}`), desc(versions.number), slides.index);
  const nextNumber = Math.max(...rows.map((row) => row.number)) + 1;
  return { nextNumber, slides: [...Map.groupBy(rows, (row) => row.versionId).values()] };
}
