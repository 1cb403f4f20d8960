import { and, desc, eq, sql } from 'drizzle-orm';
import { apiKeys } from '#drizzle/schema/index.ts';
import { decodeCursor, encodeCursor, instantOf, toPage } from '#server/cursor.ts';
import type { Database } from '#server/db/connect.ts';

export type KeyRow = typeof apiKeys.$inferSelect;

const LIST = 'keys';

/** The SQL of API keys. Whom a secret stands for is found in `auth/key-secrets.ts`. */
export class KeysRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** A person's keys, newest first. @throws AppError VALIDATION_FAILED for a cursor of another list */
  async list(
    userId: string,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<{ items: KeyRow[]; nextCursor: string | null }> {
    const position = decodeCursor(LIST, cursor);
    const after =
      position &&
      sql`(${apiKeys.createdAt}, ${apiKeys.id}) < (${instantOf(position).toISOString()}::timestamptz, ${position.id})`;
    const rows = await this.#db
      .select()
      .from(apiKeys)
      .where(and(eq(apiKeys.userId, userId), after ?? undefined))
      .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
      .limit(limit + 1);
    return toPage(rows, limit, (last) => encodeCursor(LIST, { key: last.createdAt.toISOString(), id: last.id }));
  }

  async insert(row: typeof apiKeys.$inferInsert): Promise<KeyRow> {
    const [inserted] = await this.#db.insert(apiKeys).values(row).returning();
    if (inserted === undefined) throw new Error('the key that was just made is not there');
    return inserted;
  }

  /** False when the person has no such key. */
  async remove(userId: string, id: string): Promise<boolean> {
    const removed = await this.#db
      .delete(apiKeys)
      .where(and(eq(apiKeys.userId, userId), eq(apiKeys.id, id)))
      .returning({ id: apiKeys.id });
    return removed.length === 1;
  }
}
