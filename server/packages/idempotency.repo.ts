import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { decks, idempotencyKeys, packages, versions } from '#drizzle/schema/index.ts';
import { isInTrash } from '#server/access/readable-by.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { unavailable } from '#server/errors.ts';
import type { DeckDetail } from '#shared/decks.ts';

/** The use of an `Idempotency-Key` by a user on a route. */
export interface KeyUse {
  readonly userId: string;
  readonly route: string;
  readonly key: string;
}

/** One attempt of a use. */
export interface Attempt extends KeyUse {
  /** A random id of the attempt. */
  readonly holder: string;
}

/** Stores the response of an upload in the transaction that creates its version. */
export type Remember = (tx: Transaction, answer: DeckDetail) => Promise<void>;

/**
 * How long an attempt keeps its key without renewing it. After a server was killed, a repeated upload waits as long: less than the minute for
 * which proxies wait for an answer.
 */
export const LEASE_SECONDS = 15;
const LEASE = sql.raw(`now() + interval '${LEASE_SECONDS} seconds'`);

/** Whether the deck that a use created is in the trash. */
const madeDeletedDeck = sql`exists (
  select from ${versions} inner join ${decks} on ${decks.id} = ${versions.deckId}
  where ${versions.id} = ${idempotencyKeys.versionId} and ${isInTrash()})`;

/** SQL of remembered uploads. */
export class IdempotencyRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Claims the key. Returns false if another attempt has it or has succeeded. The key of an attempt whose lease has expired is free,
   * because its server has stopped; so is the key of a deck that is in the trash.
   */
  async claim({ holder, ...use }: Attempt, digest: string): Promise<boolean> {
    const row = { digest, holder, leaseUntil: LEASE, createdAt: new Date(), versionId: null, answer: null };
    const abandoned = and(isNull(idempotencyKeys.versionId), lt(idempotencyKeys.leaseUntil, sql`now()`));
    const claimed = await this.#db
      .insert(idempotencyKeys)
      .values({ ...use, ...row })
      .onConflictDoUpdate({
        target: [idempotencyKeys.userId, idempotencyKeys.route, idempotencyKeys.key],
        set: row,
        setWhere: sql`(${abandoned}) or ${madeDeletedDeck}`,
      })
      .returning({ key: idempotencyKeys.key });
    return claimed.length === 1;
  }

  /** The request that uses the key and, if it has succeeded, its response. */
  async find(use: KeyUse): Promise<{ digest: string; answer: DeckDetail | null } | null> {
    const [row] = await this.#db
      .select({ digest: idempotencyKeys.digest, answer: idempotencyKeys.answer, manifest: packages.manifest })
      .from(idempotencyKeys)
      .leftJoin(packages, eq(packages.versionId, idempotencyKeys.versionId))
      .where(is(use));
    if (row === undefined) return null;
    const { digest, answer, manifest } = row;
    return { digest, answer: answer === null || manifest === null ? null : { ...answer, manifest } };
  }

  /** Renews the lease of an attempt. */
  async renew(attempt: Attempt): Promise<void> {
    await this.#db.update(idempotencyKeys).set({ leaseUntil: LEASE }).where(isRunning(attempt));
  }

  /** The transaction fails with UNAVAILABLE if another attempt has taken over the key, which then creates the deck. */
  remember(attempt: Attempt): Remember {
    return async (tx, { manifest: _kept, ...answer }) => {
      const remembered = await tx
        .update(idempotencyKeys)
        .set({ versionId: answer.currentVersionId, answer })
        .where(isRunning(attempt))
        .returning({ key: idempotencyKeys.key });
      if (remembered.length === 0) throw unavailable();
    };
  }

  /**
   * Releases the key after a failure, so that it can be used again. Keeps it if the response was stored nevertheless, which happens when
   * the confirmation of a commit was lost.
   */
  async release(attempt: Attempt): Promise<void> {
    await this.#db.delete(idempotencyKeys).where(isRunning(attempt));
  }

  /** Removes uses that are older than a day. */
  async removeExpired(): Promise<void> {
    await this.#db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`));
  }
}

function is({ userId, route, key }: KeyUse) {
  return and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.route, route), eq(idempotencyKeys.key, key));
}

function isRunning(attempt: Attempt) {
  return and(is(attempt), eq(idempotencyKeys.holder, attempt.holder), isNull(idempotencyKeys.versionId));
}
