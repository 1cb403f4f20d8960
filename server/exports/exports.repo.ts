import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, exists, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { decks, deckExports, renderJobs, users, versions } from '#drizzle/schema/index.ts';
import type { ReadableDeck } from '#server/access/granted-deck.ts';
import { holdDeck } from '#server/access/hold-deck.ts';
import { readableBy } from '#server/access/readable-by.ts';
import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import { holdActorAlone } from '#server/auth/credentials.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { LIVE_CHANNEL, type Notice } from '#server/feed/notices.ts';
import { renderJobOf } from '#server/packages/package-rows.ts';
import { type Attempt, endJob, isOf } from '#server/rendering/render-jobs.repo.ts';
import { type ExportOptions, exportOptionsSchema } from '#shared/exports.ts';
import { EXPORT_HOURS, EXPORTS_KEPT_MAX, EXPORTS_KEPT_MAX_BYTES, EXPORTS_UNDER_WAY_MAX } from '#shared/limits.ts';

/** An export with its job. */
export type ExportRow = Omit<typeof deckExports.$inferSelect, 'userId'> &
  Pick<typeof renderJobs.$inferSelect, 'state' | 'error' | 'blobKey'>;

/** The version that is exported. */
interface Exported {
  readonly id: string;
  readonly sizeBytes: number;
  readonly slideCount: number;
}

/** How far an export is. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** What an attempt has made. */
export interface ExportOutcome {
  /** Null: there is no file. */
  readonly file: { readonly blobKey: string; readonly sizeBytes: number } | null;
  /** How many slides could not be shown. */
  readonly missing: number;
  /** Why there is no file; null: there is one. */
  readonly error: string | null;
}

const columns = {
  id: deckExports.id,
  versionId: deckExports.versionId,
  options: deckExports.options,
  slidesDone: deckExports.slidesDone,
  slidesTotal: deckExports.slidesTotal,
  slidesMissing: deckExports.slidesMissing,
  sizeBytes: deckExports.sizeBytes,
  createdAt: deckExports.createdAt,
  expiresAt: deckExports.expiresAt,
  state: renderJobs.state,
  error: renderJobs.error,
  blobKey: renderJobs.blobKey,
};
/** How many expired exports one transaction removes. */
const EXPIRED_BATCH = 100;

/** SQL of exports. The job of an export is deleted with it; that of a deck's version deletes both. */
export class ExportsRepo {
  readonly #db: Database;
  readonly #trail: AuditTrail;

  constructor(db: Database, trail: AuditTrail) {
    this.#db = db;
    this.#trail = trail;
  }

  /**
   * Writes an export and its job. Removes the actor's oldest exports beyond the limits.
   *
   * @returns the export, and the keys of the blobs to which nothing refers any more
   * @throws AppError as `holdDeck`, and LIMIT_REACHED
   */
  async add(
    deck: ReadableDeck & { readonly title: string },
    version: Exported,
    options: ExportOptions,
  ): Promise<{ readonly row: ExportRow; readonly blobKeys: string[] }> {
    return this.#trail.transaction(async (tx, record) => {
      // The actor first: users are locked before decks.
      await holdActorAlone(tx, deck.actor);
      const { id: deckId, actor } = await holdDeck(tx, deck, 'share');
      const blobKeys = await this.#makeRoom(tx, actor.userId);
      const id = randomUUID();
      const createdAt = new Date();
      const [row] = await tx
        .insert(deckExports)
        .values({ id, versionId: version.id, userId: actor.userId, options, createdAt, expiresAt: expiryFrom(createdAt) })
        .returning();
      if (row === undefined) throw new Error('an export was not written');
      const { sizeBytes, slideCount } = version;
      const job = { ...renderJobOf({ id: version.id, sizeBytes, slideCount }), kind: 'export', exportId: id } as const;
      await tx.insert(renderJobs).values(job);
      await announceJobs(tx);
      const { title } = deck;
      const by = { id: actor.userId, name: actor.name };
      await record({ kind: 'deck.exported', actor: by, details: { deckId, title, format: options.format } });
      return { row: { ...row, state: 'queued', error: null, blobKey: null }, blobKeys };
    });
  }

  /** An export that this user has asked for. Null if there is none, or its time is over. */
  async find(deckId: string, userId: string, id: string): Promise<ExportRow | null> {
    const [row] = await this.#db
      .select(columns)
      .from(deckExports)
      .innerJoin(renderJobs, eq(renderJobs.exportId, deckExports.id))
      .innerJoin(versions, eq(versions.id, deckExports.versionId))
      .where(
        and(
          eq(deckExports.id, id),
          eq(deckExports.userId, userId),
          eq(versions.deckId, deckId),
          gt(deckExports.expiresAt, sql`now()`),
        ),
      );
    return row ?? null;
  }

  /**
   * Removes an export of the actor. If it is being made, this ends.
   *
   * @returns the key of its file, null if it has none; undefined if there is no such export
   * @throws AppError as `holdDeck`
   */
  async remove(deck: ReadableDeck, id: string): Promise<string | null | undefined> {
    return this.#db.transaction(async (tx) => {
      const { id: deckId, actor } = await holdDeck(tx, deck, 'share');
      const [job] = await tx
        .select({ blobKey: renderJobs.blobKey })
        .from(renderJobs)
        .innerJoin(deckExports, eq(deckExports.id, renderJobs.exportId))
        .innerJoin(versions, eq(versions.id, deckExports.versionId))
        .where(and(eq(deckExports.id, id), eq(deckExports.userId, actor.userId), eq(versions.deckId, deckId)))
        // An attempt that ends at the same time is waited for, so that its file is known.
        .for('update', { of: renderJobs });
      if (job === undefined) return undefined;
      await tx.delete(deckExports).where(eq(deckExports.id, id));
      await announceJobs(tx);
      return job.blobKey;
    });
  }

  /** What an attempt has to make. Null if the user who asked for it can no longer read the deck. */
  async findWanted({ exportId, deckId }: Attempt): Promise<{ readonly title: string; readonly options: ExportOptions } | null> {
    const [row] = await this.#db
      .select({ title: decks.title, options: deckExports.options })
      .from(deckExports)
      .innerJoin(decks, eq(decks.id, deckId))
      .where(isReadable(exportId, deckId));
    return row === undefined ? null : { title: row.title, options: exportOptionsSchema.parse(row.options) };
  }

  /** Records how far an attempt is. Returns false if the attempt has lost its job. */
  async advance(attempt: Attempt, { done, total }: Progress): Promise<boolean> {
    const job = this.#db.select({ id: renderJobs.id }).from(renderJobs).where(isOf(attempt));
    const advanced = await this.#db
      .update(deckExports)
      .set({ slidesDone: done, slidesTotal: total })
      .where(and(eq(deckExports.id, attempt.exportId ?? ''), exists(job)))
      .returning({ id: deckExports.id });
    return advanced.length === 1;
  }

  /**
   * Stores what an attempt has made. If the user who asked for it can no longer read the deck, the export is removed.
   *
   * @returns false if nothing refers to the file, because of this or because the attempt has lost its job
   */
  async finish(attempt: Attempt, { file, missing, error }: ExportOutcome): Promise<boolean> {
    const id = attempt.exportId ?? '';
    return this.#db.transaction(async (tx) => {
      const [deck] = await tx
        .select({ id: decks.id })
        .from(decks)
        .innerJoin(deckExports, isReadable(id, attempt.deckId))
        .where(eq(decks.id, attempt.deckId))
        .for('share', { of: decks });
      if (!(await endJob(tx, attempt, { blobKey: file?.blobKey ?? null, error }))) return false;
      if (deck === undefined) {
        await tx.delete(deckExports).where(eq(deckExports.id, id));
        return false;
      }
      await tx
        .update(deckExports)
        .set({ sizeBytes: file?.sizeBytes ?? null, slidesMissing: missing, expiresAt: expiryFrom(new Date()) })
        .where(eq(deckExports.id, id));
      return true;
    });
  }

  /** Removes the export of an attempt. */
  async discard(attempt: Attempt): Promise<void> {
    const job = this.#db.select({ id: renderJobs.id }).from(renderJobs).where(isOf(attempt));
    await this.#db.delete(deckExports).where(and(eq(deckExports.id, attempt.exportId ?? ''), exists(job)));
  }

  /**
   * Removes some exports whose time is over, or whose user was removed.
   *
   * @returns the keys of their blobs, to which nothing refers any more; null if there is no such export
   */
  async removeExpired(): Promise<string[] | null> {
    for (const isOver of [lte(deckExports.expiresAt, sql`now()`), isNull(deckExports.userId)]) {
      const removed = await this.#removeSome(isOver);
      if (removed !== null) return removed;
    }
    return null;
  }

  async #removeSome(condition: SQL): Promise<string[] | null> {
    return this.#db.transaction(async (tx) => {
      const some = await tx
        .select({ id: deckExports.id, blobKey: renderJobs.blobKey })
        .from(deckExports)
        .innerJoin(renderJobs, eq(renderJobs.exportId, deckExports.id))
        .where(condition)
        .orderBy(asc(deckExports.expiresAt))
        .limit(EXPIRED_BATCH)
        .for('update', { skipLocked: true });
      if (some.length === 0) return null;
      const ids = some.map(({ id }) => id);
      await tx.delete(deckExports).where(inArray(deckExports.id, ids));
      return some.flatMap(({ blobKey }) => blobKey ?? []);
    });
  }

  /** @throws AppError LIMIT_REACHED */
  async #makeRoom(tx: Transaction, userId: string): Promise<string[]> {
    const mine = await tx
      .select({ id: deckExports.id, sizeBytes: deckExports.sizeBytes, state: renderJobs.state, blobKey: renderJobs.blobKey })
      .from(deckExports)
      .innerJoin(renderJobs, eq(renderJobs.exportId, deckExports.id))
      .where(eq(deckExports.userId, userId))
      .orderBy(desc(deckExports.createdAt));
    const ended = mine.filter(({ state }) => state === 'done' || state === 'failed');
    if (mine.length - ended.length >= EXPORTS_UNDER_WAY_MAX) {
      throw new AppError(
        'LIMIT_REACHED',
        `${EXPORTS_UNDER_WAY_MAX} of your exports are under way. Wait until one is done, or cancel one.`,
        { limit: EXPORTS_UNDER_WAY_MAX },
      );
    }
    let bytes = 0;
    const old = ended.filter(({ sizeBytes }, nth) => {
      bytes += sizeBytes ?? 0;
      return nth >= EXPORTS_KEPT_MAX - 1 || bytes > EXPORTS_KEPT_MAX_BYTES;
    });
    if (old.length === 0) return [];
    const ids = old.map(({ id }) => id);
    await tx.delete(deckExports).where(inArray(deckExports.id, ids));
    return old.flatMap(({ blobKey }) => blobKey ?? []);
  }
}

/** An export whose user may read the deck. */
function isReadable(exportId: string | null, deckId: string): SQL | undefined {
  const reader = sql`(select from ${users} inner join ${decks} on ${decks.id} = ${deckId} and ${readableBy(users)}
    where ${users.id} = ${deckExports.userId} and ${users.disabledAt} is null)`;
  return and(eq(deckExports.id, exportId ?? ''), exists(reader));
}

function expiryFrom(time: Date): Date {
  return new Date(time.getTime() + EXPORT_HOURS * 60 * 60 * 1000);
}

/** Tells every instance, after the commit, that jobs were added or removed. */
async function announceJobs(tx: Transaction): Promise<void> {
  const notice = JSON.stringify({ kind: 'jobs' } satisfies Notice);
  await tx.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${notice})`);
}
