import { and, eq, getTableColumns, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { alias, QueryBuilder } from 'drizzle-orm/pg-core';
import {
  collectionDecks,
  deckFeeds,
  deckPeople,
  decks,
  deckStars,
  packages,
  packageTexts,
  renderJobs,
  slides,
  users,
  versions,
} from '#drizzle/schema/index.ts';
import type { ChangeableDeck, ManageableDeck } from '#server/access/granted-deck.ts';
import { type HeldDeck, holdDeck } from '#server/access/hold-deck.ts';
import { readableBy } from '#server/access/readable-by.ts';
import type { DeckFacts } from '#server/access/rule.ts';
import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { Actor } from '#server/auth/actor.ts';
import { holdActorAlone } from '#server/auth/credentials.ts';
import { compiledSelect, type Parameter } from '#server/db/compiled.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { advance } from '#server/feed/advance.ts';
import { announceListed } from '#server/feed/announce-listed.ts';
import { AppError } from '#server/errors.ts';
import type { DeckAccess } from '#shared/deck-people.ts';
import type { Visibility } from '#shared/decks.ts';
import { DECKS_MAX } from '#shared/limits.ts';
import type { QuotaCheck } from '#server/packages/quotas.ts';
import type { DeckParts } from './decks.serializer.ts';
import type { VersionRows } from '#server/packages/package-rows.ts';

/** A deck for one user. */
export type DeckRow = typeof decks.$inferSelect & {
  readonly ownerName: string;
  readonly sharedAs: DeckAccess | null;
  /** When the user starred the deck; null if they have not. */
  readonly starredAt: Date | null;
};
export type VersionRow = typeof versions.$inferSelect & { readonly createdByName: string | null };
export type VersionInFull = Pick<DeckParts, 'version' | 'manifest'>;
export type DeckInFull = Omit<DeckParts, 'actor'>;

/** The package of a version, as it is stored. */
export interface StoredPackage {
  readonly deckId: string;
  readonly title: string;
  readonly sizeBytes: number;
  readonly blobKey: string;
  readonly createdAt: Date;
}

/** The rows of an upload, which are written in one transaction. */
export interface NewDeck extends VersionRows {
  readonly deck: typeof decks.$inferInsert;
}

const creators = alias(users, 'creators');
const ownColumns = { ...getTableColumns(decks), ownerName: users.name };
export const deckColumns = { ...ownColumns, sharedAs: deckPeople.access, starredAt: deckStars.starredAt };
const versionColumns = { ...getTableColumns(versions), createdByName: creators.name };

/** The condition on which `deck_people` is joined for `deckColumns`. */
export function isShareOf(userId: string | Placeholder): SQL | undefined {
  return and(eq(deckPeople.deckId, decks.id), eq(deckPeople.userId, userId));
}

/** The condition on which `deck_stars` is joined for `deckColumns`. */
export function isStarOf(userId: string | Placeholder): SQL | undefined {
  return and(eq(deckStars.deckId, decks.id), eq(deckStars.userId, userId));
}

/** The same as a column, for statements that cannot join it. */
export function starOf(userId: string): SQL<Date | null> {
  const star = new QueryBuilder().select({ at: deckStars.starredAt }).from(deckStars).where(isStarOf(userId));
  return sql`(${star})`.mapWith(deckStars.starredAt);
}

type DeckForUser = { readonly id: string; readonly userId: string };

const deckOfId = compiledSelect((query, parameter: Parameter<DeckForUser>) =>
  query
    .select(deckColumns)
    .from(decks)
    .innerJoin(users, eq(users.id, decks.ownerId))
    .leftJoin(deckPeople, isShareOf(parameter('userId')))
    .leftJoin(deckStars, isStarOf(parameter('userId')))
    .where(eq(decks.id, parameter('id'))),
);

const versionOfId = compiledSelect((query, parameter: Parameter<{ readonly deckId: string; readonly versionId: string }>) =>
  query
    .select(versionColumns)
    .from(versions)
    .leftJoin(creators, eq(creators.id, versions.createdById))
    .where(and(eq(versions.deckId, parameter('deckId')), eq(versions.id, parameter('versionId')))),
);

const inFull = { version: getTableColumns(versions), createdByName: creators.name, manifest: packages.manifest };

const versionInFull = compiledSelect((query, parameter: Parameter<{ readonly deckId: string; readonly versionId: string }>) =>
  query
    .select(inFull)
    .from(versions)
    .innerJoin(packages, eq(packages.versionId, versions.id))
    .leftJoin(creators, eq(creators.id, versions.createdById))
    .where(and(eq(versions.deckId, parameter('deckId')), eq(versions.id, parameter('versionId')))),
);

const deckInFull = compiledSelect((query, parameter: Parameter<DeckForUser>) =>
  query
    .select({
      deck: getTableColumns(decks),
      ownerName: users.name,
      sharedAs: deckPeople.access,
      starredAt: deckStars.starredAt,
      ...inFull,
    })
    .from(decks)
    .innerJoin(users, eq(users.id, decks.ownerId))
    .innerJoin(versions, and(eq(versions.deckId, decks.id), eq(versions.id, decks.currentVersionId)))
    .innerJoin(packages, eq(packages.versionId, versions.id))
    .leftJoin(creators, eq(creators.id, versions.createdById))
    .leftJoin(deckPeople, isShareOf(parameter('userId')))
    .leftJoin(deckStars, isStarOf(parameter('userId')))
    .where(eq(decks.id, parameter('id'))),
);

/** Further steps in the transaction that writes the rows of an upload. */
export interface WriteHooks {
  readonly checkQuota: QuotaCheck;
  /** Called at the end with the resulting deck. */
  readonly written: (tx: Transaction, parts: DeckParts) => Promise<void>;
}

/** Writes the rows of a version of an existing deck. Returns what later reads will return. */
export async function insertVersion(
  tx: Transaction,
  rows: VersionRows,
  createdByName: string,
): Promise<Pick<DeckParts, 'version' | 'manifest'>> {
  const [version] = await tx.insert(versions).values(rows.version).returning();
  const [stored] = await tx.insert(packages).values(rows.package).returning({ manifest: packages.manifest });
  if (version === undefined || stored === undefined) throw new Error('a version was not written');
  await tx.insert(packageTexts).values(rows.texts);
  await tx.insert(slides).values(rows.slides);
  await tx.insert(renderJobs).values(rows.renderJob);
  return { version: { ...version, createdByName }, manifest: stored.manifest };
}

/** The SQL of decks and their versions. */
export class DecksRepo {
  readonly #db: Database;
  readonly #trail: AuditTrail;

  constructor(db: Database, trail: AuditTrail) {
    this.#db = db;
    this.#trail = trail;
  }

  /** A deck as it is for one user. */
  async find(id: string, userId: string, db: Database | Transaction = this.#db): Promise<DeckRow | null> {
    const [row] = await deckOfId(db, { id, userId });
    return row ?? null;
  }

  async findVersion(deckId: string, versionId: string, db: Database | Transaction = this.#db): Promise<VersionRow | null> {
    const [row] = await versionOfId(db, { deckId, versionId });
    return row ?? null;
  }

  /** A version with the manifest of its package. */
  async findVersionInFull(deckId: string, versionId: string): Promise<VersionInFull | null> {
    const [row] = await versionInFull(this.#db, { deckId, versionId });
    return row ? { version: { ...row.version, createdByName: row.createdByName }, manifest: row.manifest } : null;
  }

  /** A deck with its current version, as it is for one user. */
  async findInFull(id: string, userId: string): Promise<DeckInFull | null> {
    const [row] = await deckInFull(this.#db, { id, userId });
    if (row === undefined) return null;
    const { deck, ownerName, sharedAs, starredAt, version, createdByName, manifest } = row;
    return { deck: { ...deck, ownerName, sharedAs, starredAt }, version: { ...version, createdByName }, manifest };
  }

  /** For each of these decks that exists, the facts that determine what a user may do. */
  async findFacts(ids: readonly string[]): Promise<Map<string, (userId: string) => DeckFacts>> {
    if (ids.length === 0) return new Map();
    const facts = { id: decks.id, ownerId: decks.ownerId, visibility: decks.visibility, deletedAt: decks.deletedAt };
    const [rows, people] = await Promise.all([
      this.#db
        .select(facts)
        .from(decks)
        .where(inArray(decks.id, [...ids])),
      this.#db
        .select({ deckId: deckPeople.deckId, userId: deckPeople.userId, access: deckPeople.access })
        .from(deckPeople)
        .where(inArray(deckPeople.deckId, [...ids])),
    ]);
    const access = new Map(people.map((each) => [`${each.deckId} ${each.userId}`, each.access]));
    return new Map(
      rows.map(({ id, ...deck }) => [id, (userId) => ({ ...deck, sharedAs: access.get(`${id} ${userId}`) ?? null })]),
    );
  }

  /** The packages of the current versions of those of these decks that the actor may read. */
  async findPackages(actor: Actor, deckIds: readonly string[]): Promise<StoredPackage[]> {
    return this.#db
      .select({
        deckId: decks.id,
        title: decks.title,
        sizeBytes: versions.sizeBytes,
        blobKey: versions.blobKey,
        createdAt: versions.createdAt,
      })
      .from(decks)
      .innerJoin(versions, and(eq(versions.deckId, decks.id), eq(versions.id, decks.currentVersionId)))
      .where(and(inArray(decks.id, [...deckIds]), readableBy(actor)));
  }

  /** The number of the last change of the deck itself. */
  async changedAt(deckId: string): Promise<number> {
    const [row] = await this.#db.select({ seq: deckFeeds.deckSeq }).from(deckFeeds).where(eq(deckFeeds.deckId, deckId));
    return row?.seq ?? 0;
  }

  /**
   * Writes a new deck that the actor owns. Returns it as it was written.
   *
   * @throws AppError UNAUTHENTICATED when the actor's session or key has ended in the meantime, LIMIT_REACHED, and what the hooks throw
   */
  async create(actor: Actor, { deck, ...rows }: NewDeck, { checkQuota, written }: WriteHooks): Promise<DeckParts> {
    return this.#db.transaction(async (tx) => {
      const held = await holdActorAlone(tx, actor);
      await refuseAnotherDeck(tx, actor.userId);
      await checkQuota(tx, actor.userId);
      const [row] = await tx.insert(decks).values(deck).returning();
      if (row === undefined) throw new Error('a deck was not written');
      const version = await insertVersion(tx, rows, held.name);
      const parts = { actor: held, deck: { ...row, ownerName: held.name, sharedAs: null, starredAt: null }, ...version };
      await written(tx, parts);
      await announceListed(tx, row.id);
      return parts;
    });
  }

  /** @throws AppError as `holdDeck`, and what `check` throws */
  async rename(deck: ChangeableDeck, title: string | undefined, check?: CheckCurrent): Promise<void> {
    await this.#change(deck, { title }, check);
  }

  /** @throws AppError as `holdDeck`, and what `check` throws */
  async update(
    deck: ManageableDeck,
    changes: { title?: string | undefined; visibility: Visibility },
    check?: CheckCurrent,
  ): Promise<void> {
    await this.#change(deck, changes, check);
  }

  async #change(
    deck: ChangeableDeck,
    changes: { title?: string | undefined; visibility?: Visibility },
    check: CheckCurrent | undefined,
  ): Promise<void> {
    await this.#trail.transaction(async (tx, record) => {
      const held = await holdDeck(tx, deck, 'no key update');
      const { id } = held;
      await this.check(tx, held, check);
      const [changed] = await tx
        .update(decks)
        .set({ ...changes, updatedAt: new Date() })
        .where(eq(decks.id, id))
        .returning({ title: decks.title });
      await advance(tx, id, 'decks');
      const { visibility } = changes;
      if (changed !== undefined && visibility !== undefined && visibility !== held.visibility) {
        const actor = { id: held.actor.userId, name: held.actor.name };
        await record({ kind: 'deck.changed', actor, details: { deckId: id, title: changed.title, visibility } });
      }
    });
  }

  /** Runs `check` on a deck whose row is locked. @throws what `check` throws */
  async check(tx: Transaction, { id, currentVersionId, actor }: HeldDeck, check: CheckCurrent | undefined): Promise<void> {
    if (check === undefined) return;
    const [deck, version] = [await this.find(id, actor.userId, tx), await this.findVersion(id, currentVersionId, tx)];
    if (deck === null || version === null) throw new Error('a deck whose row is locked does not exist');
    check({ deck, version, actor });
  }
}

/**
 * Decks in the trash count, so that each of them can be restored. The owner's row is locked, so no other request creates a deck for them
 * meanwhile.
 *
 * @throws AppError LIMIT_REACHED
 */
export async function refuseAnotherDeck(tx: Transaction, ownerId: string): Promise<void> {
  const [last] = await tx
    .select({ id: decks.id })
    .from(decks)
    .where(eq(decks.ownerId, ownerId))
    .limit(1)
    .offset(DECKS_MAX - 1);
  if (last === undefined) return;
  throw new AppError('LIMIT_REACHED', `You have ${DECKS_MAX} decks, with those in the trash. Delete one for good.`, {
    limit: DECKS_MAX,
  });
}

/** Checks a deck while its row is locked. An error rolls back the change. */
export type CheckCurrent = (current: { readonly deck: DeckRow; readonly version: VersionRow; readonly actor: Actor }) => void;

/** Decks of a collection. */
export function isInCollection(collectionId: string): SQL {
  const contained = new QueryBuilder()
    .select({ id: collectionDecks.deckId })
    .from(collectionDecks)
    .where(eq(collectionDecks.collectionId, collectionId));
  return inArray(decks.id, contained);
}
