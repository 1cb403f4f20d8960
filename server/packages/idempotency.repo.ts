import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { idempotencyKeys } from '#drizzle/schema/index.ts';
import type { Database, Transaction } from '#server/db/connect.ts';

/** One use of an `Idempotency-Key`. */
export interface KeyUse {
  readonly userId: string;
  readonly route: string;
  readonly key: string;
}

/** Called inside the transaction that makes something, with its id. */
export type Remember = (tx: Transaction, resultId: string) => Promise<void>;

/** SQL of remembered uploads. */
export class IdempotencyRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Takes the key; false when somebody has it. A use that never came to an end is taken over after a
   * quarter of an hour: its server is gone.
   */
  async claim(use: KeyUse, digest: string): Promise<boolean> {
    const row = { digest, createdAt: new Date(), resultId: null };
    const abandoned = and(isNull(idempotencyKeys.resultId), lt(idempotencyKeys.createdAt, sql`now() - interval '15 minutes'`));
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

  async find(use: KeyUse): Promise<{ digest: string; resultId: string | null } | null> {
    const [row] = await this.#db
      .select({ digest: idempotencyKeys.digest, resultId: idempotencyKeys.resultId })
      .from(idempotencyKeys)
      .where(is(use));
    return row ?? null;
  }

  /** Writes a use's result down, in the very transaction that makes it: there are both or neither. */
  remember(use: KeyUse): Remember {
    return async (tx, resultId) => {
      await tx.update(idempotencyKeys).set({ resultId }).where(is(use));
    };
  }

  /** Gives the key back after a failure: the next try is a first one. Not when the result is there after all (a commit whose answer was lost). */
  async release(use: KeyUse): Promise<void> {
    await this.#db.delete(idempotencyKeys).where(and(is(use), isNull(idempotencyKeys.resultId)));
  }

  /** Forgets what is older than a day. */
  async removeExpired(): Promise<void> {
    await this.#db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`));
  }
}

function is({ userId, route, key }: KeyUse) {
  return and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.route, route), eq(idempotencyKeys.key, key));
}
