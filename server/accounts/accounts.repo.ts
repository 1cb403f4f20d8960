import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { sessions, users } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';

/** Never with its token. */
export type SessionRow = Pick<typeof sessions.$inferSelect, 'id' | 'userAgent' | 'createdAt' | 'updatedAt'>;
export type AccountRow = Pick<typeof users.$inferSelect, 'id' | 'email' | 'name' | 'role' | 'createdAt'>;

/** More than anybody looks through. */
const LISTED_MAX = 100;

/** SQL of what people see and change of their own account. */
export class AccountsRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Null: the person was removed meanwhile. */
  async rename(userId: string, name: string): Promise<AccountRow | null> {
    const [renamed] = await this.#db
      .update(users)
      .set({ name, updatedAt: new Date() })
      .where(eq(users.id, userId))
      .returning({ id: users.id, email: users.email, name: users.name, role: users.role, createdAt: users.createdAt });
    return renamed ?? null;
  }

  /** Those that live, the one that was used last first. */
  async listSessions(userId: string): Promise<SessionRow[]> {
    return this.#db
      .select({
        id: sessions.id,
        userAgent: sessions.userAgent,
        createdAt: sessions.createdAt,
        updatedAt: sessions.updatedAt,
      })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
      .orderBy(desc(sessions.updatedAt), desc(sessions.id))
      .limit(LISTED_MAX);
  }

  /** False when the person has no such session. What hangs on it (playback addresses) goes with it. */
  async removeSession(userId: string, id: string): Promise<boolean> {
    const removed = await this.#db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
      .returning({ id: sessions.id });
    return removed.length === 1;
  }

  async removeOtherSessions(userId: string, keptId: string): Promise<void> {
    await this.#db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, keptId)));
  }
}
