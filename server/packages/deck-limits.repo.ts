import { count, countDistinct, eq, type SQL, sum } from 'drizzle-orm';
import { decks, versions } from '#drizzle/schema/index.ts';
import type { Transaction } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { DECKS_MAX } from '#shared/limits.ts';
import type { Quotas } from './quotas.ts';

/**
 * Checks that a user may become the owner of more decks. The quota's lock also makes two transfers to one user wait for each other.
 *
 * @param which the decks, as a condition on `decks`
 * @throws AppError LIMIT_REACHED, STORAGE_FULL
 */
export async function refuseMoreDecks(
  tx: Transaction,
  quotas: Pick<Quotas, 'checkOf'>,
  ownerId: string,
  which: SQL,
): Promise<void> {
  const [added] = await tx
    .select({ decks: countDistinct(decks.id), bytes: sum(versions.sizeBytes).mapWith(Number) })
    .from(decks)
    .leftJoin(versions, eq(versions.deckId, decks.id))
    .where(which);
  await quotas.checkOf(added?.bytes ?? 0)(tx, ownerId);
  const [owned] = await tx.select({ decks: count() }).from(decks).where(eq(decks.ownerId, ownerId));
  if ((owned?.decks ?? 0) + (added?.decks ?? 0) <= DECKS_MAX) return;
  throw new AppError('LIMIT_REACHED', `The new owner would have more than ${DECKS_MAX} decks.`, { limit: DECKS_MAX });
}
