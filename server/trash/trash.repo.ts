import { and, desc, eq, getTableColumns, inArray, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { decks, deckStars, playbackGrants, users, versions } from '#drizzle/schema/index.ts';
import type { GrantedDeck, ManageableDeck, RecoverableDeck } from '#server/access/granted-deck.ts';
import { type HeldDeck, type Hold, holdDeck } from '#server/access/hold-deck.ts';
import type { AuditTrail, Recorder } from '#server/audit-trail/audit-trail.repo.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { pageOrder } from '#server/db/ordered.ts';
import { type CheckCurrent, type DeckRow, type DecksRepo, isStarOf } from '#server/decks/decks.repo.ts';
import { advance } from '#server/feed/advance.ts';
import { removeDecks } from '#server/packages/deck-removal.repo.ts';
import { decodeCursor, encodeCursor, instantOf, toPage, type Page, type PageRequest } from '#server/pagination.ts';

export type TrashedDeckRow = DeckRow & { readonly deletedAt: Date; readonly deletedByName: string | null };

export interface TrashFilter extends PageRequest {
  readonly owner: 'me' | 'all';
}

interface Dependencies {
  readonly db: Database;
  readonly trail: AuditTrail;
  readonly decks: Pick<DecksRepo, 'check'>;
  readonly talks: {
    /** Ends all talks of a deck whose row is locked. */
    readonly endAll: (tx: Transaction, deckId: string) => Promise<void>;
  };
}

/** What an event names. */
interface Named {
  readonly title: string;
  readonly owner: { readonly id: string; readonly name: string };
}

const removers = alias(users, 'removers');
const named = { title: decks.title, owner: { id: users.id, name: users.name } };

/** SQL of the trash. A deck is in the trash while its `deletedAt` is set; `server/access` then keeps it out of everything else. */
export class TrashRepo {
  readonly #db: Database;
  readonly #trail: AuditTrail;
  readonly #decks: Dependencies['decks'];
  readonly #talks: Dependencies['talks'];

  constructor({ db, trail, decks: decksRepo, talks }: Dependencies) {
    this.#db = db;
    this.#trail = trail;
    this.#decks = decksRepo;
    this.#talks = talks;
  }

  /** The last deleted deck first. @throws AppError VALIDATION_FAILED for a cursor of another list */
  async list(userId: string, { owner, limit, cursor }: TrashFilter): Promise<Page<TrashedDeckRow>> {
    const list = JSON.stringify(['trash', owner]);
    const position = decodeCursor(list, cursor);
    const rows = await this.#db
      .select({ ...getTableColumns(decks), ownerName: users.name, deletedByName: removers.name, starredAt: deckStars.starredAt })
      .from(decks)
      .innerJoin(users, eq(users.id, decks.ownerId))
      .leftJoin(removers, eq(removers.id, decks.deletedById))
      .leftJoin(deckStars, isStarOf(userId))
      .where(
        and(
          isNotNull(decks.deletedAt),
          owner === 'me' ? eq(decks.ownerId, userId) : undefined,
          position === null
            ? undefined
            : sql`(${decks.deletedAt}, ${decks.id}) < (${instantOf(position).toISOString()}::timestamptz, ${position.id})`,
        ),
      )
      .orderBy(pageOrder(limit, desc(decks.deletedAt), desc(decks.id)));
    // `sharedAs` gives no right to a deck in the trash.
    const found = rows.flatMap(({ deletedAt, ...row }) => (deletedAt === null ? [] : [{ ...row, deletedAt, sharedAs: null }]));
    return toPage(found, limit, (last) => encodeCursor(list, { key: last.deletedAt.toISOString(), id: last.id }));
  }

  /**
   * Moves a deck to the trash. Ends its talks and its playback addresses, which restoring the deck does not bring back.
   *
   * @throws AppError as `holdDeck`, and what `check` throws
   */
  async add(deck: ManageableDeck, check?: CheckCurrent): Promise<void> {
    await this.#change(deck, { hold: 'no key update', kind: 'deck.deleted' }, async (tx, held) => {
      const { id } = held;
      await this.#decks.check(tx, held, check);
      await this.#talks.endAll(tx, id);
      const versionIds = tx.select({ id: versions.id }).from(versions).where(eq(versions.deckId, id));
      await tx.delete(playbackGrants).where(inArray(playbackGrants.versionId, versionIds));
      // The clock of the database, which also decides when the deck has been here long enough.
      await tx
        .update(decks)
        .set({ deletedAt: sql`now()`, deletedById: held.actor.userId })
        .where(eq(decks.id, id));
      await advance(tx, id, 'decks');
    });
  }

  /** Takes a deck out of the trash. @throws AppError as `holdDeck` */
  async restore(deck: RecoverableDeck): Promise<void> {
    await this.#change(deck, { hold: 'no key update', kind: 'deck.restored' }, async (tx, { id }) => {
      await tx.update(decks).set({ deletedAt: null, deletedById: null }).where(eq(decks.id, id));
      await advance(tx, id, 'decks');
    });
  }

  /**
   * Deletes a deck that is in the trash, with everything that belongs to it.
   *
   * @returns the keys of its blobs, to which nothing refers any more
   * @throws AppError as `holdDeck`
   */
  async purge(deck: RecoverableDeck): Promise<string[]> {
    return this.#change(deck, { hold: 'update', kind: 'deck.purged' }, (tx, { id }) => removeDecks(tx, eq(decks.id, id)));
  }

  /** The same for a deck that is not in the trash. @throws AppError as `holdDeck`, and what `check` throws */
  async removeAtOnce(deck: ManageableDeck, check?: CheckCurrent): Promise<string[]> {
    return this.#change(deck, { hold: 'update', kind: 'deck.purged' }, async (tx, held) => {
      await this.#decks.check(tx, held, check);
      return removeDecks(tx, eq(decks.id, held.id));
    });
  }

  /**
   * Deletes one deck for good that has been in the trash for this many days.
   *
   * @returns the keys of its blobs; null if there is no such deck that no other instance deletes
   */
  async purgeExpired(days: number): Promise<string[] | null> {
    return this.#trail.transaction(async (tx, record) => {
      const [deck] = await tx
        .select({ id: decks.id, ...named })
        .from(decks)
        .innerJoin(users, eq(users.id, decks.ownerId))
        .where(and(isNotNull(decks.deletedAt), sql`${decks.deletedAt} <= now() - make_interval(days => ${days})`))
        .orderBy(decks.deletedAt)
        .limit(1)
        .for('update', { of: decks, skipLocked: true });
      if (deck === undefined) return null;
      const { id: deckId, ...gone } = deck;
      const blobKeys = await removeDecks(tx, eq(decks.id, deckId));
      await record({ kind: 'deck.purged', actor: null, details: { deckId, ...gone } });
      return blobKeys;
    });
  }

  async #change<Result>(
    deck: GrantedDeck,
    { hold, kind }: { hold: Hold; kind: 'deck.deleted' | 'deck.restored' | 'deck.purged' },
    work: (tx: Transaction, held: HeldDeck) => Promise<Result>,
  ): Promise<Result> {
    return this.#trail.transaction(async (tx, record) => {
      const held = await holdDeck(tx, deck, hold);
      const about = await namedIn(tx, held.id);
      const result = await work(tx, held);
      await recordChange(record, kind, held, about);
      return result;
    });
  }
}

async function namedIn(tx: Transaction, deckId: string): Promise<Named> {
  const [deck] = await tx.select(named).from(decks).innerJoin(users, eq(users.id, decks.ownerId)).where(eq(decks.id, deckId));
  if (deck === undefined) throw new Error('a deck whose row is locked does not exist');
  return deck;
}

async function recordChange(
  record: Recorder,
  kind: 'deck.deleted' | 'deck.restored' | 'deck.purged',
  { id: deckId, actor }: HeldDeck,
  about: Named,
): Promise<void> {
  await record({ kind, actor: { id: actor.userId, name: actor.name }, details: { deckId, ...about } });
}
