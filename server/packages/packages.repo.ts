import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { decks, renderJobs, requestedPictures, versions } from '#drizzle/schema/index.ts';
import type { Database, Transaction } from '#server/db/connect.ts';

/** SQL of stored packages in all decks. */
export class PackagesRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The total size in bytes of the packages in a user's decks, except for some blobs. Reads in a transaction if one is given. */
  async storedBytes(
    ownerId: string,
    { except = [], tx = this.#db }: { except?: readonly string[]; tx?: Database | Transaction },
  ): Promise<number> {
    const others = except.length > 0 ? notInArray(versions.blobKey, [...except]) : undefined;
    const [row] = await tx
      .select({ bytes: sql`coalesce(sum(${versions.sizeBytes}), 0)`.mapWith(Number) })
      .from(versions)
      .innerJoin(decks, eq(decks.id, versions.deckId))
      .where(and(eq(decks.ownerId, ownerId), others));
    return row?.bytes ?? 0;
  }

  /** Locks the quota of a user until the transaction ends. Call this after all rows are locked. */
  async holdQuota(tx: Transaction, ownerId: string): Promise<void> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`quota ${ownerId}`}, 0))`);
  }

  /** Whether any blob is in use. */
  async usesBlobs(): Promise<boolean> {
    const [row] = await this.#db.select({ id: versions.id }).from(versions).limit(1);
    return row !== undefined;
  }

  /** The clock of the database. */
  async now(): Promise<Date> {
    const [row] = await this.#db.execute<{ now: string }>(sql`select now() as now`);
    if (row === undefined) throw new Error('the database did not say what time it is');
    return new Date(row.now);
  }

  /** Those of the keys whose blobs are in use. */
  async liveBlobKeys(keys: readonly string[]): Promise<Set<string>> {
    const packageBlobs = this.#db
      .select({ key: versions.blobKey })
      .from(versions)
      .where(inArray(versions.blobKey, [...keys]));
    const pictureBlobs = this.#db
      .select({ key: sql<string>`${renderJobs.blobKey}` })
      .from(renderJobs)
      .where(inArray(renderJobs.blobKey, [...keys]));
    const requestedBlobs = this.#db
      .select({ key: requestedPictures.blobKey })
      .from(requestedPictures)
      .where(inArray(requestedPictures.blobKey, [...keys]));
    const rows = await packageBlobs.unionAll(pictureBlobs).unionAll(requestedBlobs);
    return new Set(rows.map((row) => row.key));
  }

  async isBlobLive(key: string): Promise<boolean> {
    return (await this.liveBlobKeys([key])).has(key);
  }
}
