import { and, desc, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import { apiKeys, sessions, users } from '#drizzle/schema/index.ts';
import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { Actor } from '#server/auth/actor.ts';
import { holdActorAlone } from '#server/auth/credentials.ts';
import { isLiveSession } from '#server/auth/session-life.ts';
import type { Database } from '#server/db/connect.ts';

/** A session without its token. */
export type SessionRow = Pick<typeof sessions.$inferSelect, 'id' | 'userAgent' | 'createdAt' | 'updatedAt'>;
export type AccountRow = Pick<typeof users.$inferSelect, 'id' | 'email' | 'name' | 'role' | 'createdAt'>;

/** The maximum number of sessions in a list. */
const LISTED_MAX = 100;

/** SQL of what users see and change in their own account. */
export class AccountsRepo {
  readonly #db: Database;
  readonly #trail: AuditTrail;

  constructor(db: Database, trail: AuditTrail) {
    this.#db = db;
    this.#trail = trail;
  }

  /** @throws AppError UNAUTHENTICATED when the actor's session or account has ended */
  async rename(actor: Actor, name: string): Promise<AccountRow> {
    return this.#db.transaction(async (tx) => {
      const { userId } = await holdActorAlone(tx, actor);
      const [renamed] = await tx
        .update(users)
        .set({ name, updatedAt: new Date() })
        .where(eq(users.id, userId))
        .returning({ id: users.id, email: users.email, name: users.name, role: users.role, createdAt: users.createdAt });
      if (renamed === undefined) throw new Error('the renamed user is missing');
      return renamed;
    });
  }

  /** The account of an actor, with the API key of this request if it has one. Null if the user was removed in the meantime. */
  async me({ userId, credential }: Actor): Promise<{ user: AccountRow; key: typeof apiKeys.$inferSelect | null } | null> {
    const [found] = await this.#db
      .select({ user: users, key: apiKeys })
      .from(users)
      .leftJoin(apiKeys, and(eq(apiKeys.userId, users.id), eq(apiKeys.id, credential.id)))
      .where(eq(users.id, userId));
    return found ?? null;
  }

  /** The sessions that have not expired, most recently used first. */
  async listSessions(userId: string): Promise<SessionRow[]> {
    return this.#db
      .select({
        id: sessions.id,
        userAgent: sessions.userAgent,
        createdAt: sessions.createdAt,
        updatedAt: sessions.updatedAt,
      })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), isLiveSession()))
      .orderBy(desc(sessions.updatedAt), desc(sessions.id))
      .limit(LISTED_MAX);
  }

  /** False if the user has no such session. The playback addresses of the session end with it. */
  async removeSession(actor: Actor, id: string): Promise<boolean> {
    const isOwn = and(eq(sessions.userId, actor.userId), eq(sessions.id, id));
    return this.#remove(actor, isOwn, id === actor.credential.id ? 'this' : 'another');
  }

  /**
   * Removes the expired sessions of all users, except for those that are being removed with others of their user. Sessions that have
   * reached their maximum age are not extended, so they expire as well.
   */
  async removeExpiredSessions(): Promise<void> {
    const expired = this.#db
      .select({ id: sessions.id })
      .from(sessions)
      .where(lt(sessions.expiresAt, sql`now()`))
      .for('update', { skipLocked: true });
    await this.#db.delete(sessions).where(inArray(sessions.id, expired));
  }

  async removeOtherSessions(actor: Actor): Promise<void> {
    const isOther = and(eq(sessions.userId, actor.userId), ne(sessions.id, actor.credential.id));
    await this.#remove(actor, isOther, 'all others');
  }

  async #remove(actor: Actor, which: SQL | undefined, ended: 'this' | 'another' | 'all others'): Promise<boolean> {
    return this.#trail.transaction(async (tx, record) => {
      const { userId: id, name } = await holdActorAlone(tx, actor);
      const removed = await tx.delete(sessions).where(which).returning({ id: sessions.id });
      if (removed.length === 0) return false;
      await record({ kind: 'session.ended', actor: { id, name }, details: { sessions: ended } });
      return true;
    });
  }
}
