import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { deckFeeds, decks, packages, slides, users, versions } from '#drizzle/schema/index.ts';
import { encodeCursor, decodeCursor, instantOf, type Position, toPage } from '#server/cursor.ts';
import type { Database } from '#server/db/connect.ts';
import { advance } from '#server/feed/advance.ts';
import type { DeckFacts } from './decks.policy.ts';
import type { DeckSort, Visibility } from '#shared/decks.ts';
import type { Remember } from '#server/packages/idempotency.repo.ts';
import type { VersionRows } from '#server/packages/package-rows.ts';

export interface DeckFilter {
  readonly query?: string | undefined;
  readonly owner?: 'me' | 'team' | undefined;
  readonly sort: DeckSort;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Whose eyes the list is for. */
export interface Viewer {
  readonly userId: string;
  readonly seesAll: boolean;
}

export type DeckRow = typeof decks.$inferSelect & { readonly ownerName: string };
export type VersionRow = typeof versions.$inferSelect & { readonly createdByName: string | null };
export type PackageRow = typeof packages.$inferSelect;

/** What one upload writes, all of it or nothing. */
export interface NewDeck extends VersionRows {
  readonly deck: typeof decks.$inferInsert;
}

const creators = alias(users, 'creators');
const deckColumns = { deck: decks, ownerName: users.name };

/** The SQL of decks and their versions. */
export class DecksRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(id: string): Promise<DeckRow | null> {
    const [row] = await this.#db
      .select(deckColumns)
      .from(decks)
      .innerJoin(users, eq(users.id, decks.ownerId))
      .where(eq(decks.id, id));
    return row ? toDeckRow(row) : null;
  }

  /** @throws AppError VALIDATION_FAILED for a cursor of another list */
  async list(viewer: Viewer, filter: DeckFilter): Promise<{ items: DeckRow[]; nextCursor: string | null }> {
    const list = JSON.stringify(['decks', filter.sort, filter.owner ?? '', filter.query ?? '']);
    const position = decodeCursor(list, filter.cursor);
    const { order, after, keyOf } = ORDERS[filter.sort];
    const rows = await this.#db
      .select(deckColumns)
      .from(decks)
      .innerJoin(users, eq(users.id, decks.ownerId))
      .where(and(visibleTo(viewer), ownedBy(viewer, filter.owner), titled(filter.query), position ? after(position) : undefined))
      .orderBy(...order)
      .limit(filter.limit + 1);
    return toPage(rows.map(toDeckRow), filter.limit, (last) => encodeCursor(list, { key: keyOf(last), id: last.id }));
  }

  async findVersion(deckId: string, versionId: string): Promise<VersionRow | null> {
    const [row] = await this.#db
      .select({ version: versions, createdByName: creators.name })
      .from(versions)
      .leftJoin(creators, eq(creators.id, versions.createdById))
      .where(and(eq(versions.deckId, deckId), eq(versions.id, versionId)));
    return row ? { ...row.version, createdByName: row.createdByName } : null;
  }

  async findManifest(versionId: string): Promise<PackageRow['manifest'] | null> {
    const [row] = await this.#db.select({ manifest: packages.manifest }).from(packages).where(eq(packages.versionId, versionId));
    return row?.manifest ?? null;
  }

  /** What decides who may see these decks; those that are not there are missing. */
  async findFacts(ids: readonly string[]): Promise<Map<string, DeckFacts>> {
    const facts = { id: decks.id, ownerId: decks.ownerId, visibility: decks.visibility };
    const rows =
      ids.length === 0
        ? []
        : await this.#db
            .select(facts)
            .from(decks)
            .where(inArray(decks.id, [...ids]));
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The number of the last change of the deck itself. */
  async changedAt(deckId: string): Promise<number> {
    const [row] = await this.#db.select({ seq: deckFeeds.deckSeq }).from(deckFeeds).where(eq(deckFeeds.deckId, deckId));
    return row?.seq ?? 0;
  }

  async create(created: NewDeck, remember?: Remember): Promise<void> {
    await this.#db.transaction(async (tx) => {
      await tx.insert(decks).values(created.deck);
      await tx.insert(versions).values(created.version);
      await tx.insert(packages).values(created.package);
      await tx.insert(slides).values(created.slides);
      await remember?.(tx, created.deck.id);
    });
  }

  /** False when it was not there any more. */
  async update(id: string, changes: { title?: string | undefined; visibility?: Visibility | undefined }): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      const updated = await tx
        .update(decks)
        .set({ ...changes, updatedAt: new Date() })
        .where(eq(decks.id, id))
        .returning({ id: decks.id });
      if (updated.length === 0) return false;
      await advance(tx, id, 'decks');
      return true;
    });
  }

  /** Removes the deck and all that hangs on it; returns the keys of the blobs that nothing refers to any more. */
  async remove(id: string): Promise<string[]> {
    return this.#db.transaction(async (tx) => {
      const keys = await tx.select({ key: versions.blobKey }).from(versions).where(eq(versions.deckId, id)).for('update');
      await tx.delete(decks).where(eq(decks.id, id));
      return keys.map((row) => row.key);
    });
  }
}

interface Order {
  readonly order: SQL[];
  /** Rows behind a position. */
  readonly after: (position: Position) => SQL;
  readonly keyOf: (row: DeckRow) => string;
}

const byTitle = sql`lower(${decks.title})`;

const ORDERS: Record<DeckSort, Order> = {
  created: {
    order: [desc(decks.createdAt), desc(decks.id)],
    after: (position) =>
      sql`(${decks.createdAt}, ${decks.id}) < (${instantOf(position).toISOString()}::timestamptz, ${position.id})`,
    keyOf: (row) => row.createdAt.toISOString(),
  },
  updated: {
    order: [desc(decks.updatedAt), desc(decks.id)],
    after: (position) =>
      sql`(${decks.updatedAt}, ${decks.id}) < (${instantOf(position).toISOString()}::timestamptz, ${position.id})`,
    keyOf: (row) => row.updatedAt.toISOString(),
  },
  title: {
    order: [asc(byTitle), asc(decks.id)],
    after: (position) => sql`(${byTitle}, ${decks.id}) > (lower(${position.key}), ${position.id})`,
    keyOf: (row) => row.title,
  },
};

function visibleTo({ userId, seesAll }: Viewer): SQL | undefined {
  return seesAll ? undefined : or(eq(decks.visibility, 'team'), eq(decks.ownerId, userId));
}

function ownedBy({ userId }: Viewer, owner: DeckFilter['owner']): SQL | undefined {
  if (owner === 'me') return eq(decks.ownerId, userId);
  return owner === 'team' ? eq(decks.visibility, 'team') : undefined;
}

/** Every word somewhere in the title, whatever the case. */
function titled(query: string | undefined): SQL | undefined {
  const words = query?.split(/\s+/).filter((word) => word !== '') ?? [];
  return and(...words.map((word) => sql`position(lower(${word}) in ${byTitle}) > 0`));
}

function toDeckRow({ deck, ownerName }: { deck: typeof decks.$inferSelect; ownerName: string }): DeckRow {
  return { ...deck, ownerName };
}
