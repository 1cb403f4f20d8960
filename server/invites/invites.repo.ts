import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { invites, users } from '#drizzle/schema/index.ts';
import { decodeCursor, encodeCursor, instantOf, toPage } from '#server/cursor.ts';
import type { Database } from '#server/db/connect.ts';

export type InviteRow = typeof invites.$inferSelect & {
  readonly createdByName: string | null;
  readonly usedByName: string | null;
};
export type NewInviteRow = typeof invites.$inferInsert;

const LIST = 'invites';
const creators = alias(users, 'creators');
const usedBy = alias(users, 'used_by');

/** The SQL of invites. The claim itself stands with the sign-up (`auth/invite-gate.ts`). */
export class InvitesRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first. @throws AppError VALIDATION_FAILED for a cursor of another list */
  async list({
    limit,
    cursor,
  }: {
    limit: number;
    cursor?: string | undefined;
  }): Promise<{ items: InviteRow[]; nextCursor: string | null }> {
    const position = decodeCursor(LIST, cursor);
    const after =
      position &&
      sql`(${invites.createdAt}, ${invites.id}) < (${instantOf(position).toISOString()}::timestamptz, ${position.id})`;
    const rows = await this.#select()
      .where(after ?? undefined)
      .orderBy(desc(invites.createdAt), desc(invites.id))
      .limit(limit + 1);
    return toPage(rows.map(toInviteRow), limit, (last) => encodeCursor(LIST, { key: last.createdAt.toISOString(), id: last.id }));
  }

  async find(id: string): Promise<InviteRow | null> {
    const [row] = await this.#select().where(eq(invites.id, id));
    return row ? toInviteRow(row) : null;
  }

  async insert(row: NewInviteRow): Promise<void> {
    await this.#db.insert(invites).values(row);
  }

  /** Deletes an invite while nobody has used it; false when there was none to delete. */
  async removeUnused(id: string): Promise<boolean> {
    const removed = await this.#db
      .delete(invites)
      .where(and(eq(invites.id, id), isNull(invites.usedAt)))
      .returning({ id: invites.id });
    return removed.length === 1;
  }

  /** Puts one first-run invite in the place of all unused ones before it. */
  async replaceFirstRun(row: NewInviteRow): Promise<void> {
    await this.#db.transaction(async (tx) => {
      await tx.delete(invites).where(and(eq(invites.firstRun, true), isNull(invites.usedAt)));
      await tx.insert(invites).values({ ...row, firstRun: true });
    });
  }

  async hasUsers(): Promise<boolean> {
    const [user] = await this.#db.select({ id: users.id }).from(users).limit(1);
    return user !== undefined;
  }

  #select() {
    return this.#db
      .select({ invite: invites, createdByName: creators.name, usedByName: usedBy.name })
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
}): InviteRow {
  return { ...invite, ...names };
}
