import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import { apiKeys } from '#drizzle/schema/index.ts';
import type { AuditTrail, Recorder } from '#server/audit-trail/audit-trail.repo.ts';
import type { Actor } from '#server/auth/actor.ts';
import { holdActor, holdActorAlone } from '#server/auth/credentials.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { pageOrder } from '#server/db/ordered.ts';
import { decodeCursor, encodeCursor, instantOf, toPage, type Page, type PageRequest } from '#server/pagination.ts';
import type { Person } from '#shared/people.ts';

export type KeyRow = typeof apiKeys.$inferSelect;

const LIST = 'keys';

/** The SQL of API keys. `auth/key-secrets.ts` finds the user of a secret. */
export class KeysRepo {
  readonly #db: Database;
  readonly #trail: AuditTrail;

  constructor(db: Database, trail: AuditTrail) {
    this.#db = db;
    this.#trail = trail;
  }

  /** The keys of a user, newest first. @throws AppError VALIDATION_FAILED for a cursor of another list */
  async list(userId: string, { limit, cursor }: PageRequest): Promise<Page<KeyRow>> {
    const position = decodeCursor(LIST, cursor);
    const after =
      position &&
      sql`(${apiKeys.createdAt}, ${apiKeys.id}) < (${instantOf(position).toISOString()}::timestamptz, ${position.id})`;
    const rows = await this.#db
      .select()
      .from(apiKeys)
      .where(and(eq(apiKeys.userId, userId), after ?? undefined))
      .orderBy(pageOrder(limit, desc(apiKeys.createdAt), desc(apiKeys.id)));
    return toPage(rows, limit, (last) => encodeCursor(LIST, { key: last.createdAt.toISOString(), id: last.id }));
  }

  /**
   * Returns null if the user already has `max` keys.
   *
   * @throws AppError UNAUTHENTICATED when the actor's session or account has ended
   */
  async insert(actor: Actor, row: Omit<typeof apiKeys.$inferInsert, 'userId'>, max: number): Promise<KeyRow | null> {
    return this.#trail.transaction(async (tx, record) => {
      await holdActorAlone(tx, actor);
      const [kept] = await tx.select({ count: count() }).from(apiKeys).where(eq(apiKeys.userId, actor.userId));
      if ((kept?.count ?? 0) >= max) return null;
      const [inserted] = await tx
        .insert(apiKeys)
        .values({ ...row, userId: actor.userId })
        .returning();
      if (inserted === undefined) throw new Error('the created key is missing');
      const { id, name, prefix, access, expiresAt } = inserted;
      await record({
        kind: 'key.created',
        actor: { id: actor.userId, name: actor.name },
        details: { key: { id, name, prefix }, access, expiresAt: expiresAt?.toISOString() ?? null },
      });
      return inserted;
    });
  }

  /** Revokes all keys of a user. */
  async removeAll(tx: Transaction, owner: Person, record: Recorder): Promise<void> {
    await remove(tx, owner, record, eq(apiKeys.userId, owner.id));
  }

  /**
   * False if the actor has no such key.
   *
   * @throws AppError UNAUTHENTICATED when the actor's session or account has ended
   */
  async remove(actor: Actor, id: string): Promise<boolean> {
    const which = and(eq(apiKeys.userId, actor.userId), eq(apiKeys.id, id));
    return this.#trail.transaction(async (tx, record) => {
      const { userId, name } = await holdActor(tx, actor);
      return remove(tx, { id: userId, name }, record, which);
    });
  }
}

/** False when there is no such key. */
async function remove(tx: Transaction, owner: Person, record: Recorder, which: SQL | undefined): Promise<boolean> {
  const key = { id: apiKeys.id, name: apiKeys.name, prefix: apiKeys.prefix };
  const removed = await tx.delete(apiKeys).where(which).returning(key);
  for (const each of removed) await record({ kind: 'key.revoked', actor: owner, details: { key: each } });
  return removed.length > 0;
}
