import { desc, eq, sql } from 'drizzle-orm';
import { decks, renderJobs, searchDue, users, versions } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';
import type { FailedJob, StorageShare, StorageUse, SystemFacts } from '#shared/system.ts';

/** How many people are listed. */
const SHARES_MAX = 50;
/** How many failed jobs are listed. */
const FAILURES_MAX = 20;
/** Counting stops here, so that a count costs the same however many there are. */
const COUNTED_MAX = 1000;

// A literal, as in the partial index.
const isFailed = sql`${renderJobs.state} = 'failed'`;

/** SQL of what admins are told of the server. */
export class SystemRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Sums up all versions of all decks. It reads whole tables: the caller keeps the result. */
  async storageByOwner(): Promise<Pick<StorageUse, 'decks' | 'bytes' | 'people'>> {
    const own = this.#db
      .select({
        ownerId: decks.ownerId,
        // Each deck has one current version.
        decks: sql<string>`count(*) filter (where ${versions.id} = ${decks.currentVersionId})`.as('own_decks'),
        bytes: sql<string>`sum(${versions.sizeBytes})`.as('own_bytes'),
        allDecks: sql<string>`sum(count(*) filter (where ${versions.id} = ${decks.currentVersionId})) over ()`.as('all_decks'),
        allBytes: sql<string>`sum(sum(${versions.sizeBytes})) over ()`.as('all_bytes'),
      })
      .from(versions)
      .innerJoin(decks, eq(decks.id, versions.deckId))
      .groupBy(decks.ownerId)
      .orderBy(desc(sql`own_bytes`), decks.ownerId)
      .limit(SHARES_MAX)
      .as('own');
    const rows = await this.#db
      .select({
        id: own.ownerId,
        name: users.name,
        email: users.email,
        decks: own.decks,
        bytes: own.bytes,
        allDecks: own.allDecks,
        allBytes: own.allBytes,
      })
      .from(own)
      .innerJoin(users, eq(users.id, own.ownerId))
      .orderBy(desc(own.bytes), own.ownerId);
    // Sums of PostgreSQL come as texts, because they may exceed what a number holds.
    const people = rows.map(({ id, name, email, ...sums }): StorageShare => ({
      id,
      name,
      email,
      decks: Number(sums.decks),
      bytes: Number(sums.bytes),
    }));
    return { decks: Number(rows[0]?.allDecks ?? 0), bytes: Number(rows[0]?.allBytes ?? 0), people };
  }

  /** How many jobs of the renderer were given up, at most 1,000. */
  async countFailed(): Promise<number> {
    const some = this.#db
      .select({ one: sql<number>`1`.as('one') })
      .from(renderJobs)
      .where(isFailed)
      .limit(COUNTED_MAX)
      .as('some');
    return this.#db.$count(some);
  }

  /** The jobs that were given up last. */
  async latestFailures(): Promise<FailedJob[]> {
    const rows = await this.#db
      .select({
        id: renderJobs.id,
        kind: renderJobs.kind,
        deck: { id: decks.id, title: decks.title },
        version: versions.number,
        error: renderJobs.error,
        endedAt: sql`coalesce(${renderJobs.endedAt}, ${renderJobs.createdAt})`.mapWith(renderJobs.createdAt),
      })
      .from(renderJobs)
      .innerJoin(versions, eq(versions.id, renderJobs.versionId))
      .innerJoin(decks, eq(decks.id, versions.deckId))
      .where(isFailed)
      .orderBy(desc(renderJobs.endedAt), desc(renderJobs.id))
      .limit(FAILURES_MAX);
    return rows.map((row) => ({ ...row, endedAt: row.endedAt.toISOString() }));
  }

  /** How many decks wait to be indexed for the search, at most 1,000. */
  async countSearchDue(): Promise<number> {
    const due = this.#db.selectDistinct({ deckId: searchDue.deckId }).from(searchDue).limit(COUNTED_MAX).as('due');
    return this.#db.$count(due);
  }

  async database(): Promise<Omit<SystemFacts['database'], 'isEmbedded'>> {
    const [row] = await this.#db.execute<{ version: string; bytes: string }>(
      sql`select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes`,
    );
    // Distributions append the name of their package: "17.2 (Debian 17.2-1.pgdg120+1)".
    return { version: row?.version.split(' ', 1)[0] ?? '', bytes: Number(row?.bytes ?? 0) };
  }
}
