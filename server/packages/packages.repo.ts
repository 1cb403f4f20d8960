import { eq, sql } from 'drizzle-orm';
import { decks, versions } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';

/** SQL about stored packages, whichever deck they belong to. */
export class PackagesRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Bytes of all packages in a person's decks. */
  async storedBytes(ownerId: string): Promise<number> {
    const [row] = await this.#db
      .select({ bytes: sql`coalesce(sum(${versions.sizeBytes}), 0)`.mapWith(Number) })
      .from(versions)
      .innerJoin(decks, eq(decks.id, versions.deckId))
      .where(eq(decks.ownerId, ownerId));
    return row?.bytes ?? 0;
  }

  /** Keys of all blobs that are in use. */
  async blobKeys(): Promise<string[]> {
    const rows = await this.#db.select({ key: versions.blobKey }).from(versions);
    return rows.map((row) => row.key);
  }

  async isBlobLive(key: string): Promise<boolean> {
    const [row] = await this.#db.select({ id: versions.id }).from(versions).where(eq(versions.blobKey, key));
    return row !== undefined;
  }
}
