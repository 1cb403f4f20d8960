import { and, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import {
  decks,
  notes,
  packages,
  packageTexts,
  renderedSlides,
  searchDue,
  searchEntries,
  slides,
  versions,
} from '#drizzle/schema/index.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import type { PackageText } from '#shared/search.ts';
import { entriesOf, type IndexedDeck } from './entries.ts';

/** A package whose text has not been read. */
export interface UnreadPackage {
  readonly versionId: string;
  readonly blobKey: string;
  readonly sizeBytes: number;
}

/** How long an instance works on a deck before another one may. */
const LEASE = sql`now() + interval '120 seconds'`;
/** Entries that are written by one statement. */
const BATCH = 200;

/** SQL of what searches find. */
export class SearchIndexRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Takes a deck whose entries are out of date, the latest change first. Null if there is none that no other instance has taken. */
  async claim(): Promise<string | null> {
    const next = this.#db
      .select({ id: searchDue.id })
      .from(searchDue)
      .where(or(isNull(searchDue.leaseUntil), lt(searchDue.leaseUntil, sql`now()`)))
      .orderBy(desc(searchDue.id))
      .limit(1)
      .for('update', { skipLocked: true });
    const [taken] = await this.#db
      .update(searchDue)
      .set({ leaseUntil: LEASE })
      .where(eq(searchDue.id, sql`(${next})`))
      .returning({ deckId: searchDue.deckId });
    return taken?.deckId ?? null;
  }

  /** The package of the deck's current version, if its text has not been read. */
  async unread(deckId: string): Promise<UnreadPackage | null> {
    const [row] = await this.#db
      .select({ versionId: versions.id, blobKey: versions.blobKey, sizeBytes: versions.sizeBytes })
      .from(decks)
      .innerJoin(versions, eq(versions.id, decks.currentVersionId))
      .leftJoin(packageTexts, eq(packageTexts.versionId, versions.id))
      .where(and(eq(decks.id, deckId), isNull(packageTexts.versionId)));
    return row ?? null;
  }

  /** Stores the text of a package. It does nothing if the version is gone, or if its text is stored. */
  async storeTexts(versionId: string, texts: readonly PackageText[]): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const [version] = await tx.select({ id: versions.id }).from(versions).where(eq(versions.id, versionId)).for('key share');
      if (version !== undefined) await tx.insert(packageTexts).values({ versionId, texts }).onConflictDoNothing();
    });
  }

  /** Brings the entries of a deck up to date. Only entries that have changed are written. */
  async update(deckId: string): Promise<void> {
    await this.#db.transaction(async (tx) => {
      // The deck first, as in every transaction that deletes it. One instance at a time writes the entries of a deck.
      await tx.select({ id: decks.id }).from(decks).where(eq(decks.id, deckId)).for('key share');
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`search ${deckId}`}, 0))`);
      // Before anything is read: a change that commits later adds another row.
      await tx.delete(searchDue).where(eq(searchDue.deckId, deckId));
      const deck = await read(tx, deckId);
      if (deck === null) return;
      const entries = new Map(entriesOf(deck).map((entry) => [entry.digest, entry]));
      const digests = [...entries.keys()];
      const ofDeck = eq(searchEntries.deckId, deckId);
      await tx.delete(searchEntries).where(and(ofDeck, digests.length === 0 ? undefined : sql`not ${isOneOf(digests)}`));
      const kept = await tx.select({ digest: searchEntries.digest }).from(searchEntries).where(ofDeck);
      for (const { digest } of kept) entries.delete(digest);
      const missing = [...entries.values()];
      for (let at = 0; at < missing.length; at += BATCH) await tx.insert(searchEntries).values(missing.slice(at, at + BATCH));
    });
  }
}

/** One parameter, so that the statement is the same for every number of entries. */
function isOneOf(digests: readonly string[]) {
  return sql`${searchEntries.digest} in (select jsonb_array_elements_text(${JSON.stringify(digests)}::text::jsonb))`;
}

/** Null if the deck is gone. */
async function read(tx: Transaction, deckId: string): Promise<IndexedDeck | null> {
  const [deck] = await tx
    .select({
      deckId: decks.id,
      title: decks.title,
      versionId: decks.currentVersionId,
      manifest: packages.manifest,
      texts: packageTexts.texts,
    })
    .from(decks)
    .innerJoin(packages, eq(packages.versionId, decks.currentVersionId))
    .leftJoin(packageTexts, eq(packageTexts.versionId, decks.currentVersionId))
    .where(eq(decks.id, deckId));
  if (deck === undefined) return null;
  const { slideIndex, inner, innerName, title, content } = renderedSlides;
  const shown = await tx
    .select({ slideIndex, inner, innerName, title, content })
    .from(renderedSlides)
    .where(eq(renderedSlides.versionId, deck.versionId))
    .orderBy(renderedSlides.position);
  const written = await tx
    .select({ slideIndex: slides.index, innerName: notes.inner, body: sql<string>`${notes.value}` })
    .from(notes)
    .innerJoin(slides, and(eq(slides.versionId, deck.versionId), eq(slides.slideKey, notes.slideKey)))
    .where(and(eq(notes.deckId, deckId), isNotNull(notes.value)))
    .orderBy(slides.index, notes.inner);
  return { ...deck, texts: deck.texts ?? [], shown, notes: written };
}
