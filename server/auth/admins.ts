import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { invites, passwordResets, users } from '#drizzle/schema/index.ts';
import type { Transaction } from '#server/db/connect.ts';

/** The condition of the index of admins. It is not a parameter, because the planner would then not use the index. */
export const isAdmin = sql`${users.role} = 'admin'`;

/** The columns of `HeldUser`. */
export const HELD_COLUMNS = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  createdAt: users.createdAt,
  disabledAt: users.disabledAt,
};
/** A user whose row is locked. */
export type HeldUser = Pick<typeof users.$inferSelect, keyof typeof HELD_COLUMNS>;

/**
 * Locks the rows of all admins and of some users until the transaction ends. If two admins are demoted at the same time, the second
 * transaction sees the change of the first. Rows are locked in the order of ids, which prevents deadlocks.
 */
export async function holdAdmins(tx: Transaction, ids: readonly string[]): Promise<HeldUser[]> {
  return tx
    .select(HELD_COLUMNS)
    .from(users)
    .where(or(isAdmin, inArray(users.id, [...ids])))
    .orderBy(users.id)
    .for('update');
}

/** Whether no admin would be left without this user. @param held the result of `holdAdmins` */
export function isLastAdmin(held: readonly HeldUser[], id: string): boolean {
  const admins = activeAdmins(held);
  return admins.length === 1 && admins[0]?.id === id;
}

/** The admin, other than this user, whose account is the oldest. Null if there is none. @param held the result of `holdAdmins` */
export function firstOtherAdmin(held: readonly HeldUser[], id: string): HeldUser | null {
  const others = activeAdmins(held).filter((each) => each.id !== id);
  return others.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())[0] ?? null;
}

function activeAdmins(held: readonly HeldUser[]): HeldUser[] {
  return held.filter(({ role, disabledAt }) => role === 'admin' && disabledAt === null);
}

/** Ends the unused invites and the links to set a password that a user has made. */
export async function revokeLinks(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(invites).where(and(eq(invites.createdById, userId), isNull(invites.usedAt)));
  await tx.delete(passwordResets).where(eq(passwordResets.createdById, userId));
}
