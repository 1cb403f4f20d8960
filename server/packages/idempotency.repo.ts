import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { idempotencyKeys, packages } from '#drizzle/schema/index.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { unavailable } from '#server/errors.ts';
import type { DeckDetail } from '#shared/decks.ts';

/** One use of an `Idempotency-Key`. */
export interface KeyUse {
  readonly userId: string;
  readonly route: string;
  readonly key: string;
}

/** One attempt at it. */
export interface Attempt extends KeyUse {
  /** Random: tells attempts apart. */
  readonly holder: string;
}

/** Writes an upload's answer down, in the very transaction that makes its version: there are both or neither. */
export type Remember = (tx: Transaction, answer: DeckDetail) => Promise<void>;

/** How long an attempt that gives no sign of life keeps its key. */
const LEASE = sql`now() + interval '60 seconds'`;

/** SQL of remembered uploads. */
export class IdempotencyRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Takes the key; false when another attempt has it, or has been answered. The key of an attempt whose lease has run out
   * is free: its server is gone.
   */
  async claim({ holder, ...use }: Attempt, digest: string): Promise<boolean> {
    const row = { digest, holder, leaseUntil: LEASE, createdAt: new Date() };
    const abandoned = and(isNull(idempotencyKeys.versionId), lt(idempotencyKeys.leaseUntil, sql`now()`));
    const claimed = await this.#db
      .insert(idempotencyKeys)
      .values({ ...use, ...row })
      .onConflictDoUpdate({
        target: [idempotencyKeys.userId, idempotencyKeys.route, idempotencyKeys.key],
        set: row,
        ...(abandoned && { setWhere: abandoned }),
      })
      .returning({ key: idempotencyKeys.key });
    return claimed.length === 1;
  }

  /** Who has the key and, when it is through, what it was answered. */
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

  /** Says that the attempt is alive. */
  async renew(attempt: Attempt): Promise<void> {
    await this.#db.update(idempotencyKeys).set({ leaseUntil: LEASE }).where(isRunning(attempt));
  }

  /** The transaction fails with UNAVAILABLE when another attempt has taken the key over: that one makes the deck. */
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

  /** Gives the key back after a failure: the next try is a first one. Not when the answer is there after all (a commit whose confirmation was lost). */
  async release(attempt: Attempt): Promise<void> {
    await this.#db.delete(idempotencyKeys).where(isRunning(attempt));
  }

  /** Forgets what is older than a day. */
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
