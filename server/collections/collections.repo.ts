import { randomUUID } from 'node:crypto';
import { and, asc, count, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { collectionDecks, collections, decks, users } from '#drizzle/schema/index.ts';
import { type CollectionRight, collectionReadableBy, listedCollections, mayCollection } from '#server/access/collections.ts';
import type { ReadableDeck } from '#server/access/granted-deck.ts';
import { holdDeck } from '#server/access/hold-deck.ts';
import { readableBy } from '#server/access/readable-by.ts';
import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { Actor } from '#server/auth/actor.ts';
import { holdActor, holdActorAlone } from '#server/auth/credentials.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { pageOrder } from '#server/db/ordered.ts';
import { AppError, collectionNotFound, forbidden } from '#server/errors.ts';
import { announceListed, announceLists } from '#server/feed/announce-listed.ts';
import { decodeCursor, encodeCursor, type CursorKey, type Page, type PageRequest, toPage } from '#server/pagination.ts';
import type { Visibility } from '#shared/decks.ts';
import { COLLECTION_DECKS_MAX, COLLECTIONS_MAX } from '#shared/limits.ts';

/** A collection for one user. */
export type CollectionRow = typeof collections.$inferSelect & {
  readonly ownerName: string;
  /** The decks that the user may read. */
  readonly deckCount: number;
};

export interface CollectionFilter extends PageRequest {
  /** `all`: also private collections of others. Default: the user's own and those of the team. */
  readonly owner?: 'all' | undefined;
}

type Held = Pick<typeof collections.$inferSelect, 'id' | 'name' | 'ownerId' | 'visibility'>;

const lowerName = sql<string>`lower(${collections.name})`;
const inOrder = (limit: number) => pageOrder(limit, asc(lowerName), asc(collections.id));

/** SQL of collections. Lists show changes without being asked: open libraries are told. */
export class CollectionsRepo {
  readonly #db: Database;
  readonly #trail: AuditTrail;

  constructor(db: Database, trail: AuditTrail) {
    this.#db = db;
    this.#trail = trail;
  }

  /** By name. @throws AppError VALIDATION_FAILED for a cursor of another list */
  async list(actor: Actor, { owner, limit, cursor }: CollectionFilter): Promise<Page<CollectionRow>> {
    const list = JSON.stringify(['collections', owner ?? '']);
    const position = decodeCursor(list, cursor);
    const behind = position === null ? undefined : behindOf(position);
    // Each scope is read in the order of its own index.
    const pages = (owner === 'all' ? [undefined] : listedCollections(actor)).map(
      (scope) =>
        sql`(${this.#db.select({ id: collections.id }).from(collections).where(and(scope, behind)).orderBy(inOrder(limit))})`,
    );
    const rows = await this.#select(actor)
      .where(inArray(collections.id, sql`(${sql.join(pages, sql` union all `)})`))
      .orderBy(inOrder(limit));
    return toPage(rows, limit, ({ name, id }) => encodeCursor(list, { key: name, id }));
  }

  /** Null if there is none that the actor may see. */
  async find(actor: Actor, id: string): Promise<CollectionRow | null> {
    const [row] = await this.#select(actor).where(and(eq(collections.id, id), collectionReadableBy(actor)));
    return row ?? null;
  }

  /** @throws AppError UNAUTHENTICATED, LIMIT_REACHED */
  async create(actor: Actor, wish: { name: string; visibility: Visibility }): Promise<CollectionRow> {
    return this.#db.transaction(async (tx) => {
      const { userId: ownerId, name: ownerName } = await holdActorAlone(tx, actor);
      const [row] = await tx
        .insert(collections)
        .values({ ...wish, id: randomUUID(), ownerId })
        .returning();
      if (row === undefined) throw new Error('a collection was not written');
      await refuseBeyondMax(tx, ownerId);
      await announceLists(tx, whoSees(row));
      return { ...row, ownerName, deckCount: 0 };
    });
  }

  /** @throws AppError UNAUTHENTICATED, COLLECTION_NOT_FOUND, FORBIDDEN */
  async update(
    actor: Actor,
    id: string,
    changes: { name?: string | undefined; visibility?: Visibility | undefined },
  ): Promise<void> {
    await this.#trail.transaction(async (tx, record) => {
      const held = await holdActor(tx, actor);
      const before = await holdCollection(tx, held, 'manage', id);
      await tx
        .update(collections)
        .set({ ...changes, updatedAt: new Date() })
        .where(eq(collections.id, id));
      const { name = before.name, visibility = before.visibility } = changes;
      // Those who could see it before must see that it is gone.
      await announceLists(tx, before.visibility === 'team' ? null : whoSees({ ...before, visibility }));
      if (visibility === before.visibility) return;
      await record({ kind: 'collection.changed', actor: personIn(held), details: { collection: { id, name }, visibility } });
    });
  }

  /** Its decks remain. @throws AppError UNAUTHENTICATED, COLLECTION_NOT_FOUND, FORBIDDEN */
  async delete(actor: Actor, id: string): Promise<void> {
    await this.#trail.transaction(async (tx, record) => {
      const held = await holdActor(tx, actor);
      const collection = await holdCollection(tx, held, 'manage', id);
      const [owner] = await tx.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, collection.ownerId));
      if (owner === undefined) throw new Error('the owner of a collection does not exist');
      await tx.delete(collections).where(eq(collections.id, id));
      await announceLists(tx, whoSees(collection));
      const { name } = collection;
      await record({ kind: 'collection.deleted', actor: personIn(held), details: { collection: { id, name }, owner } });
    });
  }

  /** @throws AppError as `holdDeck`, COLLECTION_NOT_FOUND, LIMIT_REACHED */
  async add(deck: ReadableDeck, id: string): Promise<void> {
    await this.#changeDecks(deck, id, async (tx, deckId) => {
      const added = await tx
        .insert(collectionDecks)
        .values({ collectionId: id, deckId })
        .onConflictDoNothing()
        .returning({ deckId: collectionDecks.deckId });
      if (added.length > 0) await refuseMoreDecks(tx, id);
      return added.length > 0;
    });
  }

  /** Succeeds if the deck is not in the collection. @throws AppError as `holdDeck`, COLLECTION_NOT_FOUND */
  async remove(deck: ReadableDeck, id: string): Promise<void> {
    await this.#changeDecks(deck, id, async (tx, deckId) => {
      const removed = await tx
        .delete(collectionDecks)
        .where(and(eq(collectionDecks.collectionId, id), eq(collectionDecks.deckId, deckId)))
        .returning({ deckId: collectionDecks.deckId });
      return removed.length > 0;
    });
  }

  /** Locks the deck before the collection. @param change returns whether anything has changed */
  async #changeDecks(
    deck: ReadableDeck,
    id: string,
    change: (tx: Transaction, deckId: string) => Promise<boolean>,
  ): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const { id: deckId, actor } = await holdDeck(tx, deck, 'share');
      const collection = await holdCollection(tx, actor, 'fill', id);
      if (!(await change(tx, deckId))) return;
      await tx.update(collections).set({ updatedAt: new Date() }).where(eq(collections.id, id));
      // Only those who may read the deck see a change.
      if (collection.visibility === 'team') await announceListed(tx, deckId);
      else await announceLists(tx, collection.ownerId);
    });
  }

  #select(actor: Actor) {
    const readable = this.#db
      .select({ count: count() })
      .from(collectionDecks)
      .innerJoin(decks, eq(decks.id, collectionDecks.deckId))
      .where(and(eq(collectionDecks.collectionId, collections.id), readableBy(actor)));
    return this.#db
      .select({ ...getTableColumns(collections), ownerName: users.name, deckCount: sql`(${readable})`.mapWith(Number) })
      .from(collections)
      .innerJoin(users, eq(users.id, collections.ownerId));
  }
}

function behindOf({ key, id }: CursorKey): SQL {
  return sql`(${lowerName}, ${collections.id}) > (lower(${key}), ${id})`;
}

/**
 * Locks the row of a collection against changes, and checks the right in it.
 *
 * @throws AppError COLLECTION_NOT_FOUND, or FORBIDDEN for one that the actor may only read
 */
async function holdCollection(
  tx: Transaction,
  actor: Pick<Actor, 'userId' | 'role'>,
  right: CollectionRight,
  id: string,
): Promise<Held> {
  const { name, ownerId, visibility } = collections;
  const [held] = await tx
    .select({ id: collections.id, name, ownerId, visibility })
    .from(collections)
    .where(eq(collections.id, id))
    .for(right === 'manage' ? 'update' : 'no key update');
  if (held === undefined || !mayCollection(actor, 'read', held)) throw collectionNotFound();
  if (!mayCollection(actor, right, held)) throw forbidden();
  return held;
}

/** Whose lists show a collection: those of its owner, or of everyone (null). */
function whoSees({ ownerId, visibility }: Pick<Held, 'ownerId' | 'visibility'>): string | null {
  return visibility === 'team' ? null : ownerId;
}

/** @throws AppError LIMIT_REACHED */
async function refuseBeyondMax(tx: Transaction, ownerId: string): Promise<void> {
  const [owned] = await tx.select({ collections: count() }).from(collections).where(eq(collections.ownerId, ownerId));
  if ((owned?.collections ?? 0) <= COLLECTIONS_MAX) return;
  throw new AppError('LIMIT_REACHED', `You have ${COLLECTIONS_MAX} collections. Delete one first.`, { limit: COLLECTIONS_MAX });
}

/** @throws AppError LIMIT_REACHED */
async function refuseMoreDecks(tx: Transaction, collectionId: string): Promise<void> {
  const [held] = await tx.select({ decks: count() }).from(collectionDecks).where(eq(collectionDecks.collectionId, collectionId));
  if ((held?.decks ?? 0) <= COLLECTION_DECKS_MAX) return;
  throw new AppError('LIMIT_REACHED', `This collection has ${COLLECTION_DECKS_MAX} decks. Take one out first.`, {
    limit: COLLECTION_DECKS_MAX,
  });
}

function personIn({ userId, name }: Actor): { id: string; name: string } {
  return { id: userId, name };
}
