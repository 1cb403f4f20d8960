import { and, eq, isNull, sql } from 'drizzle-orm';
import { authenticatorApps, users } from '#drizzle/schema/index.ts';
import type { Transaction } from '#server/db/connect.ts';
import { removeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { endTrust } from './trusted-devices.ts';

/**
 * Keeps `users.two_factor_since` true after a change of the factors of a user, who must be locked. The first factor comes with recovery codes, which are returned;
 * what belongs to factors goes with the last one.
 */
export async function noteFactor(tx: Transaction, userId: string): Promise<string[] | null> {
  const hasFactor = sql`exists (select from ${authenticatorApps} where ${authenticatorApps.userId} = ${userId} and ${authenticatorApps.secret} is not null)`;
  const [begun] = await tx
    .update(users)
    .set({ twoFactorSince: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.twoFactorSince), hasFactor))
    .returning({ id: users.id });
  if (begun !== undefined) return replaceRecoveryCodes(tx, userId);
  const [ended] = await tx
    .update(users)
    .set({ twoFactorSince: null })
    .where(and(eq(users.id, userId), sql`not ${hasFactor}`))
    .returning({ id: users.id });
  if (ended !== undefined) {
    await removeRecoveryCodes(tx, userId);
    await endTrust(tx, userId);
  }
  return null;
}
