import { and, eq, inArray, sql } from 'drizzle-orm';
import { collections, deckPeople, decks, users } from '#drizzle/schema/index.ts';
import { isInTrash } from '#server/access/readable-by.ts';
import type { AuditTrail, Recorder } from '#server/audit-trail/audit-trail.repo.ts';
import type { Actor } from '#server/auth/actor.ts';
import { firstOtherAdmin, type HeldUser, holdAdmins, isLastAdmin, revokeLinks } from '#server/auth/admins.ts';
import { holdActor } from '#server/auth/credentials.ts';
import type { Transaction } from '#server/db/connect.ts';
import { lastAdmin, userNotFound } from '#server/errors.ts';
import { advanceAll } from '#server/feed/advance.ts';
import { refuseMoreDecks } from '#server/packages/deck-limits.repo.ts';
import { removeDecks } from '#server/packages/deck-removal.repo.ts';
import type { Quotas } from '#server/packages/quotas.ts';
import type { Person } from '#shared/people.ts';

/** SQL of users who remove themselves. */
export class OwnRemovalsRepo {
  readonly #trail: AuditTrail;
  readonly #quotas: Pick<Quotas, 'checkOf'>;

  constructor(trail: AuditTrail, quotas: Pick<Quotas, 'checkOf'>) {
    this.#trail = trail;
    this.#quotas = quotas;
  }

  /**
   * Removes the actor with sessions and API keys; notes and drawings stay. Their decks become another user's, except for those in the
   * trash, or all of them are deleted for good. Their collections of the team become an admin's: they contain decks of other people.
   *
   * @param heirId the user who gets the decks; null: no one
   * @returns the keys of the blobs of deleted decks
   * @throws AppError UNAUTHENTICATED, LAST_ADMIN, USER_NOT_FOUND; LIMIT_REACHED or STORAGE_FULL if the decks exceed the limits of the heir
   */
  async remove(actor: Actor, heirId: string | null): Promise<string[]> {
    const { userId: id } = actor;
    return this.#trail.transaction(async (tx, record) => {
      const held = await holdAdmins(tx, heirId === null ? [id] : [id, heirId]);
      const { name } = await holdActor(tx, actor, 'no key update');
      if (isLastAdmin(held, id)) throw lastAdmin();
      const user = held.find((each) => each.id === id);
      const heir = held.find((each) => each.id === heirId && each.disabledAt === null) ?? null;
      if (user === undefined || (heirId !== null && heir === null)) throw userNotFound();
      const owned = eq(decks.ownerId, id);
      await tx.select({ id: decks.id }).from(decks).where(owned).orderBy(decks.id).for('update');
      const blobKeys = await removeDecks(tx, heir === null ? owned : sql`${owned} and ${isInTrash()}`);
      if (heir !== null) await refuseMoreDecks(tx, this.#quotas, heir.id, owned);
      const collectionsTo = firstOtherAdmin(held, id) ?? heir;
      await removeUser(tx, record, { user, by: { id, name }, decksTo: heir, collectionsTo });
      return blobKeys;
    });
  }
}

interface Removal {
  readonly user: HeldUser;
  /** Who removes the user. */
  readonly by: Person;
  /** Who gets their decks. Null: there are none left. */
  readonly decksTo: Person | null;
  /** Who gets their collections of the team, which others use. Private ones are deleted with the user. */
  readonly collectionsTo: Person | null;
}

/** Removes a user whose row is locked, with all that gives access. */
export async function removeUser(
  tx: Transaction,
  record: Recorder,
  { user, by, decksTo, collectionsTo }: Removal,
): Promise<void> {
  const { id, name, email } = user;
  await revokeLinks(tx, id);
  const deckIds = decksTo === null ? [] : await passDecks(tx, id, decksTo.id);
  if (collectionsTo !== null) {
    await tx
      .update(collections)
      .set({ ownerId: collectionsTo.id })
      .where(and(eq(collections.ownerId, id), eq(collections.visibility, 'team')));
  }
  await tx.delete(users).where(eq(users.id, id));
  await advanceAll(tx, deckIds, 'decks');
  const heir = decksTo !== null && decksTo.id !== by.id ? { heir: { id: decksTo.id, name: decksTo.name } } : {};
  await record({ kind: 'user.removed', actor: by, details: { user: { id, name, email }, decks: deckIds.length, ...heir } });
}

/** Makes another user the owner of all decks of a user. Returns the ids of the decks. */
async function passDecks(tx: Transaction, id: string, heirId: string): Promise<string[]> {
  const passed = await tx.update(decks).set({ ownerId: heirId }).where(eq(decks.ownerId, id)).returning({ id: decks.id });
  const deckIds = passed.map((deck) => deck.id);
  // The owner of a deck is not among its people.
  await tx.delete(deckPeople).where(and(eq(deckPeople.userId, heirId), inArray(deckPeople.deckId, deckIds)));
  return deckIds;
}
