import { and, desc, eq, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import {
  decks,
  notes,
  packages,
  packageTexts,
  renderedSlides,
  searchDecks,
  searchDue,
  searchEntries,
  slideDigests,
  slides,
  versions,
} from '#drizzle/schema/index.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { type PackageText, TEXT_READING } from '#shared/search.ts';
import { entriesOf, type PlacedNote } from './entries.ts';
import { type DigestedVersion, digestsOf } from './slide-digests.ts';

/** The number of the rules by which decks are indexed (`entries.ts`, `slide-digests.ts`, `words.ts`). When it grows, all decks are indexed again in the background. */
export const INDEX_RULES = 3;
/** Decks that become due at once because they were indexed by earlier rules. */
const OUTDATED_AT_ONCE = 20;
/** Earlier versions of a deck, the latest ones, whose slides are looked for in other decks. */
const EARLIER_VERSIONS = 20;

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

  /** Makes some decks due that were indexed by earlier rules. Returns false if there are none. */
  async renew(): Promise<boolean> {
    const due = await this.#db.execute(sql`insert into ${searchDue} (deck_id)
      select ${searchDecks.deckId} from ${searchDecks}
      where ${and(
        lt(searchDecks.rules, INDEX_RULES),
        sql`not exists (select from ${searchDue} where ${eq(searchDue.deckId, searchDecks.deckId)})`,
      )}
      limit ${OUTDATED_AT_ONCE} returning deck_id`);
    return due.length > 0;
  }

  /** The package of the deck's current version, if its text has not been read, or not as texts are read today. */
  async unread(deckId: string): Promise<UnreadPackage | null> {
    const [row] = await this.#db
      .select({ versionId: versions.id, blobKey: versions.blobKey, sizeBytes: versions.sizeBytes })
      .from(decks)
      .innerJoin(versions, eq(versions.id, decks.currentVersionId))
      .leftJoin(packageTexts, eq(packageTexts.versionId, versions.id))
      .where(and(eq(decks.id, deckId), or(isNull(packageTexts.versionId), lt(packageTexts.reading, TEXT_READING))));
    return row ?? null;
  }

  /**
   * Stores the text of a package. It does nothing if the version is gone.
   *
   * @param texts null if the package cannot be read: a text that was read earlier is kept
   */
  async storeTexts(versionId: string, texts: readonly PackageText[] | null): Promise<void> {
    const row = { versionId, texts: texts ?? [], reading: TEXT_READING };
    const set = { reading: TEXT_READING, ...(texts !== null && { texts }) };
    await this.#db.transaction(async (tx) => {
      const [version] = await tx.select({ id: versions.id }).from(versions).where(eq(versions.id, versionId)).for('key share');
      if (version === undefined) return;
      await tx.insert(packageTexts).values(row).onConflictDoUpdate({ target: packageTexts.versionId, set });
    });
  }

  /** Brings the entries of a deck up to date, and the digests of its slides. Only entries that have changed are written. */
  async update(deckId: string): Promise<void> {
    await this.#db.transaction(async (tx) => {
      // The deck first, as in every transaction that deletes it. One instance at a time writes the entries of a deck.
      const [deck] = await tx
        .select({ deckId: decks.id, title: decks.title, versionId: decks.currentVersionId })
        .from(decks)
        .where(eq(decks.id, deckId))
        .for('key share');
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`search ${deckId}`}, 0))`);
      // Before anything is read: a change that commits later adds another row.
      await tx.delete(searchDue).where(eq(searchDue.deckId, deckId));
      if (deck === undefined) return;
      const rules = { rules: INDEX_RULES };
      await tx
        .insert(searchDecks)
        .values({ deckId, ...rules })
        .onConflictDoUpdate({ target: searchDecks.deckId, set: rules });
      const [current] = await read(tx, eq(versions.id, deck.versionId));
      if (current === undefined) return;
      const entries = new Map(
        entriesOf({ ...deck, ...current, notes: await notesOf(tx, deck) }).map((entry) => [entry.digest, entry]),
      );
      const digests = [...entries.keys()];
      const ofDeck = eq(searchEntries.deckId, deckId);
      await tx.delete(searchEntries).where(and(ofDeck, digests.length === 0 ? undefined : sql`not ${isOneOf(digests)}`));
      const kept = await tx.select({ digest: searchEntries.digest }).from(searchEntries).where(ofDeck);
      for (const { digest } of kept) entries.delete(digest);
      const missing = [...entries.values()];
      for (let at = 0; at < missing.length; at += BATCH) await tx.insert(searchEntries).values(missing.slice(at, at + BATCH));
      await replaceDigests(tx, current);
      const earlier = await read(tx, isWithoutDigests(deck), EARLIER_VERSIONS);
      for (const version of earlier) await replaceDigests(tx, version);
    });
  }
}

/** One parameter, so that the statement is the same for every number of entries. */
function isOneOf(digests: readonly string[]) {
  return sql`${searchEntries.digest} in (select jsonb_array_elements_text(${JSON.stringify(digests)}::text::jsonb))`;
}

/** Earlier versions of a deck whose slides have no digests yet. */
function isWithoutDigests({ deckId, versionId }: { readonly deckId: string; readonly versionId: string }): SQL | undefined {
  const exists = sql`exists (select from ${slideDigests} where ${eq(slideDigests.versionId, versions.id)})`;
  return and(eq(versions.deckId, deckId), ne(versions.id, versionId), sql`not ${exists}`);
}

/** Digests of a version hardly ever change: only when the renderer has found its slides. */
async function replaceDigests(tx: Transaction, version: ReadVersion): Promise<void> {
  const { versionId } = version;
  const rows = digestsOf(version).map((row) => ({ ...row, versionId }));
  await tx.delete(slideDigests).where(eq(slideDigests.versionId, versionId));
  for (let at = 0; at < rows.length; at += BATCH) await tx.insert(slideDigests).values(rows.slice(at, at + BATCH));
}

interface ReadVersion extends DigestedVersion {
  readonly versionId: string;
}

/** What is known about the slides of some versions of a deck, the latest first. */
async function read(tx: Transaction, which: SQL | undefined, limit = 1): Promise<ReadVersion[]> {
  const rows = await tx
    .select({
      versionId: versions.id,
      manifest: packages.manifest,
      texts: packageTexts.texts,
      otherFiles,
    })
    .from(versions)
    .innerJoin(packages, eq(packages.versionId, versions.id))
    .leftJoin(packageTexts, eq(packageTexts.versionId, versions.id))
    .where(which)
    .orderBy(desc(versions.number))
    .limit(limit);
  const found: ReadVersion[] = [];
  for (const { texts, ...row } of rows) {
    const [shown, documents] = [await shownIn(tx, row.versionId), await documentsIn(tx, row.versionId)];
    found.push({ ...row, texts: texts ?? [], shown, documents });
  }
  return found;
}

/** A digest of the files of a package that are no slides. Their list can have megabytes. */
const otherFiles = sql<string>`(select md5(coalesce(string_agg(concat_ws(' ', file ->> 'path', file ->> 'crc32', file ->> 'size'), chr(10) order by file ->> 'path'), ''))
  from jsonb_array_elements(${packages.entries}) file
  where file ->> 'path' <> 'manifest.json'
    and file ->> 'path' not in (select slide ->> 'file' from jsonb_array_elements(${packages.manifest} -> 'slides') slide))`;

/** The slides that the renderer has found. A picture of one color without text is an empty slide, which is the same in many decks. */
async function shownIn(tx: Transaction, versionId: string): Promise<ReadVersion['shown']> {
  const { slideIndex, inner, innerName, title, content, speakerNotes, miniature } = renderedSlides;
  const cells = sql`encode(${miniature}, 'hex')`;
  const isEmpty = sql`${content} = '' and replace(${cells}, left(${cells}, 6), '') = ''`;
  const miniatureDigest = sql<string | null>`case when ${isEmpty} then null else md5(${miniature}) end`;
  return tx
    .select({ slideIndex, inner, innerName, title, content, speakerNotes, miniatureDigest })
    .from(renderedSlides)
    .where(eq(renderedSlides.versionId, versionId))
    .orderBy(renderedSlides.position);
}

/** The digests of the documents of the slides, by position. */
async function documentsIn(tx: Transaction, versionId: string): Promise<string[]> {
  const rows = await tx
    .select({ digest: slides.digest })
    .from(slides)
    .where(eq(slides.versionId, versionId))
    .orderBy(slides.index);
  return rows.map(({ digest }) => digest);
}

async function notesOf(
  tx: Transaction,
  { deckId, versionId }: { readonly deckId: string; readonly versionId: string },
): Promise<PlacedNote[]> {
  return tx
    .select({ slideIndex: slides.index, innerName: notes.inner, body: sql<string>`${notes.value}` })
    .from(notes)
    .innerJoin(slides, and(eq(slides.versionId, versionId), eq(slides.slideKey, notes.slideKey)))
    .where(and(eq(notes.deckId, deckId), isNotNull(notes.value)))
    .orderBy(slides.index, notes.inner);
}
