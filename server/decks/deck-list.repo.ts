import { and, asc, desc, eq, gte, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { decks, users } from '#drizzle/schema/index.ts';
import { readableBy, readScopes } from '#server/access/readable-by.ts';
import type { Actor } from '#server/auth/actor.ts';
import { decodeCursor, encodeCursor, instantOf, type Position, toPage } from '#server/cursor.ts';
import type { Database } from '#server/db/connect.ts';
import { pageOrder } from '#server/db/ordered.ts';
import { plannedWithValues } from '#server/db/prepared.ts';
import type { DeckSort } from '#shared/decks.ts';
import { deckColumns, type DeckRow, toDeckRow } from './decks.repo.ts';
import { lowerTitle, titleHolds } from './title-search.repo.ts';

export interface DeckFilter {
  readonly query?: string | undefined;
  readonly owner?: 'me' | 'team' | undefined;
  readonly updatedSince?: Date | undefined;
  readonly sort: DeckSort;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Who asks, as far as it decides what they see. */
type Viewer = Pick<Actor, 'userId' | 'role'>;

/**
 * SQL of the list of decks. However many decks there are, a page takes a scan of a page's length of one index for each scope that it is read
 * from (`readScopes`). `readableBy` has the last word on every deck.
 */
export class DeckListRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws AppError VALIDATION_FAILED for a cursor of another list */
  async page(viewer: Viewer, filter: DeckFilter): Promise<{ items: DeckRow[]; nextCursor: string | null }> {
    const { query, owner, updatedSince, sort, limit } = filter;
    const list = JSON.stringify(['decks', sort, owner ?? '', query ?? '', updatedSince ?? '']);
    const position = decodeCursor(list, filter.cursor);
    const { order, after, keyOf } = ORDERS[sort];
    const inOrder = pageOrder(limit, ...order);
    const found = this.#within(scopesOf(viewer, owner), and(selectedBy(filter), position ? after(position) : undefined), inOrder);
    const rows = await this.#db
      .select(deckColumns)
      .from(decks)
      .innerJoin(users, eq(users.id, decks.ownerId))
      .where(and(found, readableBy(viewer)))
      .orderBy(inOrder);
    return toPage(rows.map(toDeckRow), limit, (last) => encodeCursor(list, { key: keyOf(last), id: last.id }));
  }

  /**
   * Decks that meet `condition` in any of the scopes. The first page of several scopes is among the first pages of each, which are read in the
   * order of their indexes and put together; a deck may be in more than one.
   */
  #within(scopes: readonly SQL[], condition: SQL | undefined, inOrder: SQL): SQL | undefined {
    const [only, ...others] = scopes;
    if (others.length === 0) return and(only, condition);
    const pages = scopes.map(
      (scope) => sql`(${this.#db.select({ id: decks.id }).from(decks).where(and(scope, condition)).orderBy(inOrder)})`,
    );
    return inArray(decks.id, sql`(${sql.join(pages, sql` union all `)})`);
  }
}

/** Where to look: those whose decks are asked for, or all by which the viewer may read any. */
function scopesOf(viewer: Viewer, owner: DeckFilter['owner']): readonly SQL[] {
  if (owner === 'me') return [eq(decks.ownerId, viewer.userId)];
  return owner === 'team' ? [eq(decks.visibility, 'team')] : readScopes(viewer);
}

/** Few or many decks may meet these, and their indexes are not in every order: which to use depends on the values. */
function selectedBy({ query, updatedSince }: DeckFilter): SQL | undefined {
  const selected = and(titleHolds(query), updatedSince && gte(decks.updatedAt, updatedSince));
  return selected && plannedWithValues(selected);
}

interface Order {
  readonly order: readonly SQLWrapper[];
  /** Rows behind a position. */
  readonly after: (position: Position) => SQL;
  readonly keyOf: (row: DeckRow) => string;
}

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
    order: [asc(lowerTitle), asc(decks.id)],
    after: (position) => sql`(${lowerTitle}, ${decks.id}) > (lower(${position.key}), ${position.id})`,
    keyOf: (row) => row.title,
  },
};
