import { eq, inArray, type SQL } from 'drizzle-orm';
import { decks, renderJobs, requestedPictures, versions } from '#drizzle/schema/index.ts';
import type { Transaction } from '#server/db/connect.ts';

/**
 * Deletes decks for good, with everything that belongs to them. Their rows must be locked.
 *
 * @param which a condition on `decks`
 * @returns the keys of their blobs, to which nothing refers any more: see `deleteBlobs`
 */
export async function removeDecks(tx: Transaction, which: SQL): Promise<string[]> {
  const keys = await tx
    .select({ blob: versions.blobKey, rendered: renderJobs.blobKey })
    .from(versions)
    .innerJoin(decks, eq(decks.id, versions.deckId))
    .leftJoin(renderJobs, eq(renderJobs.versionId, versions.id))
    .where(which);
  const ofDecks = tx.select({ id: versions.id }).from(versions).innerJoin(decks, eq(decks.id, versions.deckId)).where(which);
  const requested = await tx
    .select({ blob: requestedPictures.blobKey })
    .from(requestedPictures)
    .where(inArray(requestedPictures.versionId, ofDecks));
  await tx.delete(decks).where(which);
  const made = keys.flatMap(({ blob, rendered }) => (rendered === null ? [blob] : [blob, rendered]));
  return [...new Set([...made, ...requested.map(({ blob }) => blob)])];
}
