import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import { deckPeople, decks, users } from '#drizzle/schema/index.ts';
import type { ManageableDeck, ReadableDeck } from '#server/access/granted-deck.ts';
import { type HeldDeck, holdDeck } from '#server/access/hold-deck.ts';
import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { pageOrder } from '#server/db/ordered.ts';
import { AppError, userNotFound } from '#server/errors.ts';
import { advance } from '#server/feed/advance.ts';
import { refuseMoreDecks } from '#server/packages/deck-limits.repo.ts';
import type { Quotas } from '#server/packages/quotas.ts';
import { decodeCursor, encodeCursor, toPage, type Page, type PageRequest } from '#server/pagination.ts';
import type { DeckAccess } from '#shared/deck-people.ts';
import { DECK_PEOPLE_MAX, SHARED_DECKS_MAX } from '#shared/limits.ts';

export interface DeckPersonRow {
  readonly userId: string;
  readonly name: string;
  readonly access: DeckAccess;
  readonly addedAt: Date;
}

interface Member {
  readonly id: string;
  readonly name: string;
}

interface Dependencies {
  readonly db: Database;
  readonly trail: AuditTrail;
  readonly quotas: Pick<Quotas, 'checkOf'>;
}

const lowerName = sql`lower(${users.name})`;

/** SQL of the people of a deck, and of its owner. */
export class SharingRepo {
  readonly #db: Database;
  readonly #trail: AuditTrail;
  readonly #quotas: Pick<Quotas, 'checkOf'>;

  constructor({ db, trail, quotas }: Dependencies) {
    this.#db = db;
    this.#trail = trail;
    this.#quotas = quotas;
  }

  /** By name. @throws AppError VALIDATION_FAILED for a cursor of another list */
  async list({ id: deckId }: ReadableDeck, { limit, cursor }: PageRequest): Promise<Page<DeckPersonRow>> {
    const list = JSON.stringify(['people', deckId]);
    const position = decodeCursor(list, cursor);
    const rows = await this.#db
      .select({ userId: users.id, name: users.name, access: deckPeople.access, addedAt: deckPeople.addedAt })
      .from(deckPeople)
      .innerJoin(users, eq(users.id, deckPeople.userId))
      .where(
        and(
          eq(deckPeople.deckId, deckId),
          position ? sql`(${lowerName}, ${users.id}) > (lower(${position.key}), ${position.id})` : undefined,
        ),
      )
      .orderBy(pageOrder(limit, asc(lowerName), asc(users.id)));
    return toPage(rows, limit, (last) => encodeCursor(list, { key: last.name, id: last.userId }));
  }

  /**
   * Shares the deck with a user, or changes how it is shared. The owner must have been ruled out for the deck as it was granted; an owner
   * since then is not found.
   *
   * @throws AppError as `holdDeck`, USER_NOT_FOUND, LIMIT_REACHED
   */
  async share(deck: ManageableDeck, userId: string, access: DeckAccess): Promise<DeckPersonRow> {
    return this.#trail.transaction(async (tx, record) => {
      const held = await holdDeck(tx, deck, 'no key update', [userId]);
      const member = await activeMember(tx, userId);
      if (member.id === held.ownerId) throw userNotFound();
      const before = await shareOf(tx, held.id, userId);
      if (before === undefined) await refuseAnotherShare(tx, held.id, userId);
      const row = await putShare(tx, { deckId: held.id, userId, access });
      if (before?.access !== access) {
        await advance(tx, held.id, 'decks');
        await record({
          kind: 'deck.shared',
          actor: personIn(held),
          details: { ...(await named(tx, held)), user: member, access },
        });
      }
      return { ...row, name: member.name };
    });
  }

  /** Ends the sharing of a deck with a user. Does nothing if it is not shared with them. @throws AppError as `holdDeck` */
  async unshare(deck: ManageableDeck, userId: string): Promise<void> {
    await this.#removeShare(deck, userId);
  }

  /** The same for the user who leaves the deck. */
  async leave(deck: ReadableDeck): Promise<void> {
    await this.#removeShare(deck, deck.actor.userId);
  }

  async #removeShare(deck: ReadableDeck, userId: string): Promise<void> {
    await this.#trail.transaction(async (tx, record) => {
      const held = await holdDeck(tx, deck, 'no key update');
      const [gone] = await tx
        .delete(deckPeople)
        .where(and(eq(deckPeople.deckId, held.id), eq(deckPeople.userId, userId)))
        .returning({ userId: deckPeople.userId });
      if (gone === undefined) return;
      await advance(tx, held.id, 'decks');
      const [user] = await tx.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, userId));
      if (user === undefined) throw new Error('a user with a row in deck_people does not exist');
      await record({ kind: 'deck.unshared', actor: personIn(held), details: { ...(await named(tx, held)), user } });
    });
  }

  /**
   * Makes a user the owner. The former owner keeps the access `edit`, even beyond the limits on sharing.
   *
   * @throws AppError as `holdDeck`, USER_NOT_FOUND, LIMIT_REACHED, STORAGE_FULL
   */
  async transfer(deck: ManageableDeck, userId: string): Promise<void> {
    await this.#trail.transaction(async (tx, record) => {
      const held = await holdDeck(tx, deck, 'no key update', [userId]);
      const member = await activeMember(tx, userId);
      if (member.id === held.ownerId) return;
      await refuseMoreDecks(tx, this.#quotas, userId, eq(decks.id, held.id));
      await tx.delete(deckPeople).where(and(eq(deckPeople.deckId, held.id), eq(deckPeople.userId, userId)));
      await putShare(tx, { deckId: held.id, userId: held.ownerId, access: 'edit' });
      await tx.update(decks).set({ ownerId: userId }).where(eq(decks.id, held.id));
      await advance(tx, held.id, 'decks');
      await record({ kind: 'deck.transferred', actor: personIn(held), details: { ...(await named(tx, held)), owner: member } });
    });
  }
}

/** @throws AppError USER_NOT_FOUND */
async function activeMember(tx: Transaction, id: string): Promise<Member> {
  const [member] = await tx
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.disabledAt)));
  if (member === undefined) throw userNotFound();
  return member;
}

async function shareOf(tx: Transaction, deckId: string, userId: string): Promise<{ access: DeckAccess } | undefined> {
  const [share] = await tx
    .select({ access: deckPeople.access })
    .from(deckPeople)
    .where(and(eq(deckPeople.deckId, deckId), eq(deckPeople.userId, userId)));
  return share;
}

async function putShare(
  tx: Transaction,
  { deckId, userId, access }: { deckId: string; userId: string; access: DeckAccess },
): Promise<Omit<DeckPersonRow, 'name'>> {
  const [row] = await tx
    .insert(deckPeople)
    .values({ deckId, userId, access })
    .onConflictDoUpdate({ target: [deckPeople.deckId, deckPeople.userId], set: { access } })
    .returning({ userId: deckPeople.userId, access: deckPeople.access, addedAt: deckPeople.addedAt });
  if (row === undefined) throw new Error('a row of deck_people was not written');
  return row;
}

/** @throws AppError LIMIT_REACHED */
async function refuseAnotherShare(tx: Transaction, deckId: string, userId: string): Promise<void> {
  const [ofDeck] = await tx.select({ people: count() }).from(deckPeople).where(eq(deckPeople.deckId, deckId));
  if ((ofDeck?.people ?? 0) >= DECK_PEOPLE_MAX)
    throw new AppError(
      'LIMIT_REACHED',
      `This deck is shared with ${DECK_PEOPLE_MAX} people. Make it visible to the team instead.`,
      {
        limit: DECK_PEOPLE_MAX,
      },
    );
  // Shares of several decks with one user wait for each other here, so that together they cannot exceed the limit.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`shares ${userId}`}, 0))`);
  const [ofUser] = await tx.select({ decks: count() }).from(deckPeople).where(eq(deckPeople.userId, userId));
  if ((ofUser?.decks ?? 0) >= SHARED_DECKS_MAX)
    throw new AppError('LIMIT_REACHED', `${SHARED_DECKS_MAX} decks are shared with this person already.`, {
      limit: SHARED_DECKS_MAX,
    });
}

async function named(tx: Transaction, { id }: HeldDeck): Promise<{ deckId: string; title: string }> {
  const [deck] = await tx.select({ title: decks.title }).from(decks).where(eq(decks.id, id));
  if (deck === undefined) throw new Error('a deck whose row is locked does not exist');
  return { deckId: id, title: deck.title };
}

function personIn({ actor }: HeldDeck): Member {
  return { id: actor.userId, name: actor.name };
}
