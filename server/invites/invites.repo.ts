import { and, count, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { invites, users } from '#drizzle/schema/index.ts';
import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { Actor } from '#server/auth/actor.ts';
import { holdActorAlone, holdAdmin } from '#server/auth/credentials.ts';
import type { Database } from '#server/db/connect.ts';
import { pageOrder } from '#server/db/ordered.ts';
import { decodeCursor, encodeCursor, instantOf, toPage, type Page, type PageRequest } from '#server/pagination.ts';
import { INVITES_EXPIRED_DAYS } from '#shared/limits.ts';

export type InviteRow = typeof invites.$inferSelect & {
  readonly createdByName: string | null;
  readonly usedByName: string | null;
  readonly usedByEmail: string | null;
};
export type NewInviteRow = Omit<typeof invites.$inferSelect, 'usedAt' | 'usedById' | 'firstRun'>;

const LIST = 'invites';
const creators = alias(users, 'creators');
const usedBy = alias(users, 'used_by');

/** The SQL of invites, except for their use at sign-up (`auth/invite-gate.ts`). */
export class InvitesRepo {
  readonly #db: Database;
  readonly #trail: AuditTrail;

  constructor(db: Database, trail: AuditTrail) {
    this.#db = db;
    this.#trail = trail;
  }

  /** Newest first. @throws AppError VALIDATION_FAILED for a cursor of another list */
  async list({ limit, cursor }: PageRequest): Promise<Page<InviteRow>> {
    const position = decodeCursor(LIST, cursor);
    const after =
      position &&
      sql`(${invites.createdAt}, ${invites.id}) < (${instantOf(position).toISOString()}::timestamptz, ${position.id})`;
    const rows = await this.#select()
      .where(after ?? undefined)
      .orderBy(pageOrder(limit, desc(invites.createdAt), desc(invites.id)));
    return toPage(rows.map(toInviteRow), limit, (last) => encodeCursor(LIST, { key: last.createdAt.toISOString(), id: last.id }));
  }

  async find(id: string): Promise<InviteRow | null> {
    const [row] = await this.#select().where(eq(invites.id, id));
    return row ? toInviteRow(row) : null;
  }

  /**
   * Inserts all of them, or returns false if the actor would then have more than `unusedMax` unused invites that have not expired.
   *
   * @throws AppError UNAUTHENTICATED or FORBIDDEN when the actor is no longer an admin
   */
  async insert(actor: Actor, rows: readonly NewInviteRow[], unusedMax: number): Promise<boolean> {
    return this.#trail.transaction(async (tx, record) => {
      await holdActorAlone(tx, actor);
      await holdAdmin(tx, actor);
      const [unused] = await tx
        .select({ count: count() })
        .from(invites)
        .where(and(eq(invites.createdById, actor.userId), isNull(invites.usedAt), gt(invites.expiresAt, sql`now()`)));
      if ((unused?.count ?? 0) + rows.length > unusedMax) return false;
      await tx.insert(invites).values([...rows]);
      for (const { id: inviteId, role, email } of rows)
        await record({
          kind: 'invite.created',
          actor: { id: actor.userId, name: actor.name },
          details: { inviteId, role, email: email ?? null },
        });
      return true;
    });
  }

  /**
   * Deletes an unused invite. Returns false if there is none.
   *
   * @throws AppError UNAUTHENTICATED or FORBIDDEN when the actor is no longer an admin
   */
  async removeUnused(actor: Actor, id: string): Promise<boolean> {
    return this.#trail.transaction(async (tx, record) => {
      await holdAdmin(tx, actor);
      const [removed] = await tx
        .delete(invites)
        .where(and(eq(invites.id, id), isNull(invites.usedAt)))
        .returning({ email: invites.email });
      if (removed === undefined) return false;
      await record({
        kind: 'invite.revoked',
        actor: { id: actor.userId, name: actor.name },
        details: { inviteId: id, email: removed.email },
      });
      return true;
    });
  }

  /** Removes unused invites that expired more than `INVITES_EXPIRED_DAYS` ago. */
  async removeExpired(): Promise<void> {
    const limit = sql`now() - make_interval(days => ${INVITES_EXPIRED_DAYS}::int)`;
    await this.#db.delete(invites).where(and(isNull(invites.usedAt), lt(invites.expiresAt, limit)));
  }

  /** Stores an invite that was made on the server itself. */
  async insertOnServer(row: NewInviteRow): Promise<void> {
    await this.#trail.transaction(async (tx, record) => {
      await tx.insert(invites).values(row);
      await record({
        kind: 'invite.created',
        actor: null,
        details: { inviteId: row.id, role: row.role, email: row.email ?? null },
      });
    });
  }

  /** Replaces all earlier unused first-run invites with a new one. */
  async replaceFirstRun(row: NewInviteRow): Promise<void> {
    await this.#db.transaction(async (tx) => {
      await tx.delete(invites).where(and(sql`${invites.firstRun}`, isNull(invites.usedAt)));
      await tx.insert(invites).values({ ...row, firstRun: true });
    });
  }

  /** Runs work while no other instance runs work of this kind. */
  async firstRunInTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('first run', 0))`);
      return work();
    });
  }

  async hasUsers(): Promise<boolean> {
    const [user] = await this.#db.select({ id: users.id }).from(users).limit(1);
    return user !== undefined;
  }

  #select() {
    return this.#db
      .select({ invite: invites, createdByName: creators.name, usedByName: usedBy.name, usedByEmail: usedBy.email })
      .from(invites)
      .leftJoin(creators, eq(creators.id, invites.createdById))
      .leftJoin(usedBy, eq(usedBy.id, invites.usedById));
  }
}

function toInviteRow({
  invite,
  ...names
}: {
  invite: typeof invites.$inferSelect;
  createdByName: string | null;
  usedByName: string | null;
  usedByEmail: string | null;
}): InviteRow {
  return { ...invite, ...names };
}
