import { asc, count, eq, type SQL, sql } from 'drizzle-orm';
import { decks, passwordResets, sessions, users } from '#drizzle/schema/index.ts';
import { ownedBy } from '#server/access/readable-by.ts';
import type { AuditTrail, Recorder } from '#server/audit-trail/audit-trail.repo.ts';
import type { Actor } from '#server/auth/actor.ts';
import { type HeldUser, holdAdmins, isAdmin, isLastAdmin, revokeLinks } from '#server/auth/admins.ts';
import { holdAdmin } from '#server/auth/credentials.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { pageOrder } from '#server/db/ordered.ts';
import { decodeCursor, encodeCursor, toPage, type Page, type PageRequest } from '#server/pagination.ts';
import type { Role } from '#shared/people.ts';
import { removeUser } from './removals.repo.ts';

export type UserRow = typeof users.$inferSelect & { readonly deckCount: number };

export interface UserChanges {
  readonly role?: Role | undefined;
  readonly name?: string | undefined;
  readonly disabled?: boolean | undefined;
}

export type ChangeOutcome = 'done' | 'not-found' | 'last-admin';

const LIST = 'users';

/** SQL for the management of users. */
export class UsersRepo {
  readonly #db: Database;
  readonly #trail: AuditTrail;

  constructor(db: Database, trail: AuditTrail) {
    this.#db = db;
    this.#trail = trail;
  }

  /** Users by email address. @throws AppError VALIDATION_FAILED for a cursor of another list */
  async list({ limit, cursor }: PageRequest): Promise<Page<UserRow>> {
    const position = decodeCursor(LIST, cursor);
    const rows = await this.#select(position ? sql`${users.email} > ${position.key}` : undefined).orderBy(
      pageOrder(limit, asc(users.email)),
    );
    return toPage(rows.map(toUserRow), limit, (last) => encodeCursor(LIST, { key: last.email, id: last.id }));
  }

  /** All admins, also disabled ones, by email address. */
  async admins(): Promise<Pick<UserRow, 'email' | 'name' | 'disabledAt'>[]> {
    return this.#db
      .select({ email: users.email, name: users.name, disabledAt: users.disabledAt })
      .from(users)
      .where(isAdmin)
      .orderBy(asc(users.email));
  }

  async find(id: string): Promise<UserRow | null> {
    const [row] = await this.#select(eq(users.id, id));
    return row ? toUserRow(row) : null;
  }

  /** Demoting or disabling a user also revokes the links that they have made. Disabling also ends their sessions and a link of their own. */
  async update(actor: Actor, id: string, changes: UserChanges): Promise<ChangeOutcome> {
    const { role, name, disabled } = changes;
    return this.#guarded(actor, id, role === 'user' || disabled === true, async (tx, record, user) => {
      const disabledAt = disabled === undefined ? undefined : disabled ? new Date() : null;
      await tx.update(users).set({ role, name, disabledAt, updatedAt: new Date() }).where(eq(users.id, id));
      if (disabled === true) {
        await tx.delete(sessions).where(eq(sessions.userId, id));
        await tx.delete(passwordResets).where(eq(passwordResets.userId, id));
      }
      if (disabled === true || role === 'user') await revokeLinks(tx, id);
      await record({
        kind: 'user.changed',
        actor: { id: actor.userId, name: actor.name },
        details: {
          user: { id, name: user.name },
          ...(role !== undefined && { role }),
          ...(name !== undefined && { name }),
          ...(disabled !== undefined && { disabled }),
        },
      });
    });
  }

  /** Removes a user with sessions and API keys. Their decks, also those in the trash, become the actor's; notes and drawings stay. */
  async remove(actor: Actor, id: string): Promise<ChangeOutcome> {
    return this.#guarded(actor, id, true, async (tx, record, user) => {
      const by = { id: actor.userId, name: actor.name };
      await removeUser(tx, record, { user, by, decksTo: by, collectionsTo: by });
    });
  }

  /** Decks are counted only for the users on the page, so that the statement does not read all decks. */
  #select(condition: SQL | undefined) {
    const owned = this.#db
      .select({ count: count().as('count') })
      .from(decks)
      .where(ownedBy(users.id))
      .as('owned');
    return this.#db
      .select({ user: users, deckCount: owned.count })
      .from(users)
      .innerJoinLateral(owned, sql`true`)
      .where(condition);
  }

  /**
   * Locks the rows of all admins, so that two admins who demote each other at the same time do not both succeed.
   *
   * @throws AppError UNAUTHENTICATED or FORBIDDEN when the actor's rights have ended since the request was received
   */
  async #guarded(
    actor: Actor,
    id: string,
    endsAdmin: boolean,
    work: (tx: Transaction, record: Recorder, user: HeldUser) => Promise<void>,
  ): Promise<ChangeOutcome> {
    return this.#trail.transaction(async (tx, record) => {
      const held = await holdAdmins(tx, [id, actor.userId]);
      if (endsAdmin && isLastAdmin(held, id)) return 'last-admin';
      await holdAdmin(tx, actor);
      const user = held.find((each) => each.id === id);
      if (user === undefined) return 'not-found';
      await work(tx, record, user);
      return 'done';
    });
  }
}

function toUserRow({ user, deckCount: owned }: { user: typeof users.$inferSelect; deckCount: number }): UserRow {
  return { ...user, deckCount: owned };
}
