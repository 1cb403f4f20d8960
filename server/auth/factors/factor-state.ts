import { and, eq, isNull, sql } from 'drizzle-orm';
import { authenticatorApps, passkeys, users } from '#drizzle/schema/index.ts';
import type { AuditTrail, Recorder } from '#server/audit-trail/audit-trail.repo.ts';
import type { Actor } from '#server/auth/actor.ts';
import { holdActorAlone } from '#server/auth/credentials.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import type { Transaction } from '#server/db/connect.ts';
import type { Person } from '#shared/people.ts';
import { removeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { endTrust } from './trusted-devices.ts';

/**
 * Keeps `users.two_factor_since` true after a change of the factors of a user, who must be locked. The first factor comes with recovery codes, which are returned;
 * what belongs to factors goes with the last one.
 */
export async function noteFactor(tx: Transaction, userId: string): Promise<string[] | null> {
  const hasFactor = sql`(exists (select from ${authenticatorApps} where ${authenticatorApps.userId} = ${userId} and ${authenticatorApps.secret} is not null)
    or exists (select from ${passkeys} where ${passkeys.userId} = ${userId}))`;
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

interface Changing {
  readonly trail: Pick<AuditTrail, 'transaction'>;
  readonly revocations: Pick<Revocations, 'announce'>;
}

/**
 * Changes the second factors of the actor in a transaction that has locked their row, and tells all instances.
 *
 * @throws AppError UNAUTHENTICATED when the session has ended, and what `work` throws
 */
export async function changeFactors<Result>(
  { trail, revocations }: Changing,
  actor: Actor,
  work: (tx: Transaction, record: Recorder, person: Person) => Promise<Result>,
): Promise<Result> {
  const result = await trail.transaction(async (tx, record) => {
    const { userId: id, name } = await holdActorAlone(tx, actor);
    return work(tx, record, { id, name });
  });
  // What the actor may do can depend on their factors.
  await revocations.announce();
  return result;
}
