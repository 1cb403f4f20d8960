import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import { decks, invites, sessions, users } from '#drizzle/schema/index.ts';
import { decodeCursor, encodeCursor, toPage } from '#server/cursor.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { advanceAll } from '#server/feed/advance.ts';
import type { Role } from '#shared/roles.ts';

export type UserRow = typeof users.$inferSelect & { readonly deckCount: number };

export interface UserChanges {
  readonly role?: Role | undefined;
  readonly name?: string | undefined;
  readonly disabled?: boolean | undefined;
}

export type ChangeOutcome = 'done' | 'not-found' | 'last-admin';

const LIST = 'users';

/** SQL of people, as admins manage them. */
export class UsersRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** By address. @throws AppError VALIDATION_FAILED for a cursor of another list */
  async list({
    limit,
    cursor,
  }: {
    limit: number;
    cursor?: string | undefined;
  }): Promise<{ items: UserRow[]; nextCursor: string | null }> {
    const position = decodeCursor(LIST, cursor);
    const rows = await this.#select()
      .where(position ? sql`${users.email} > ${position.key}` : undefined)
      .orderBy(asc(users.email))
      .limit(limit + 1);
    return toPage(rows.map(toUserRow), limit, (last) => encodeCursor(LIST, { key: last.email, id: last.id }));
  }

  async find(id: string): Promise<UserRow | null> {
    const [row] = await this.#select().where(eq(users.id, id));
    return row ? toUserRow(row) : null;
  }

  /** Whoever loses their power or their access loses with it the invites that nobody has used, and their sessions when disabled. */
  async update(id: string, { role, name, disabled }: UserChanges): Promise<ChangeOutcome> {
    return this.#guarded(id, role === 'user' || disabled === true, async (tx) => {
      const disabledAt = disabled === undefined ? undefined : disabled ? new Date() : null;
      await tx.update(users).set({ role, name, disabledAt, updatedAt: new Date() }).where(eq(users.id, id));
      if (disabled === true) await tx.delete(sessions).where(eq(sessions.userId, id));
      if (disabled === true || role === 'user') await revokeInvites(tx, id);
    });
  }

  /** Their decks pass to `heirId`; notes and drawings stay; sessions and keys go with them. */
  async remove(id: string, heirId: string): Promise<ChangeOutcome> {
    return this.#guarded(id, true, async (tx) => {
      await revokeInvites(tx, id);
      const passed = await tx.update(decks).set({ ownerId: heirId }).where(eq(decks.ownerId, id)).returning({ id: decks.id });
      await tx.delete(users).where(eq(users.id, id));
      const deckIds = passed.map((deck) => deck.id);
      await advanceAll(tx, deckIds, 'decks');
    });
  }

  #select() {
    return this.#db
      .select({ user: users, deckCount: count(decks.id) })
      .from(users)
      .leftJoin(decks, eq(decks.ownerId, users.id))
      .groupBy(users.id);
  }

  /**
   * Holds the rows of all admins while it works: of two admins who demote each other at once, the second
   * sees what the first has done.
   */
  async #guarded(id: string, endsAdmin: boolean, work: (tx: Transaction) => Promise<void>): Promise<ChangeOutcome> {
    return this.#db.transaction(async (tx) => {
      const admins = await tx
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.role, 'admin'), isNull(users.disabledAt)))
        .orderBy(users.id)
        .for('update');
      const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update');
      if (user === undefined) return 'not-found';
      if (endsAdmin && admins.length === 1 && admins[0]?.id === id) return 'last-admin';
      await work(tx);
      return 'done';
    });
  }
}

async function revokeInvites(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(invites).where(and(eq(invites.createdById, userId), isNull(invites.usedAt)));
}

function toUserRow({ user, deckCount: owned }: { user: typeof users.$inferSelect; deckCount: number }): UserRow {
  return { ...user, deckCount: owned };
}
