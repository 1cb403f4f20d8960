import { and, asc, desc, eq, gte, inArray, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { QueryBuilder } from 'drizzle-orm/pg-core';
import { deckPeople, decks, users } from '#drizzle/schema/index.ts';
import { ownedBy, type Reader, readableBy, readScopes, sharedAmong, visibleToTeam } from '#server/access/readable-by.ts';
import type { Actor } from '#server/auth/actor.ts';
import {
  decodeCursor,
  encodeCursor,
  instantOf,
  type CursorKey,
  toPage,
  type Page,
  type PageRequest,
} from '#server/pagination.ts';
import { compiledSelect, type Parameter } from '#server/db/compiled.ts';
import type { Database } from '#server/db/connect.ts';
import { pageOrder, pageRows } from '#server/db/ordered.ts';
import { plannedWithValues } from '#server/db/prepared.ts';
import type { DeckOwner, DeckSort } from '#shared/deck-lists.ts';
import { deckColumns, type DeckRow, isShareOf } from './decks.repo.ts';
import { lowerTitle, titleHolds } from './title-search.repo.ts';

export interface DeckFilter extends PageRequest {
  readonly query?: string | undefined;
  readonly owner?: DeckOwner | undefined;
  readonly updatedSince?: Date | undefined;
  readonly sort: DeckSort;
}

/** The part of the actor that determines which decks they see. */
type Viewer = Pick<Actor, 'userId' | 'role'>;

/** The parameters of a page's statement. */
type PageValues = { readonly userId: string; readonly key?: string; readonly id?: string };

/** What determines the text of a page's statement. */
interface PageShape {
  readonly role: Viewer['role'];
  readonly owner: DeckFilter['owner'];
  readonly sort: DeckSort;
  readonly limit: number;
  /** Whether the page begins after a position. */
  readonly isLater: boolean;
}

/**
 * SQL of the list of decks. Whatever the number of decks, a page scans only the rows of one page in one index per scope (`readScopes`).
 * `readableBy` makes the final decision for every deck.
 */
export class DeckListRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws AppError VALIDATION_FAILED for a cursor of another list */
  async page(viewer: Viewer, filter: DeckFilter): Promise<Page<DeckRow>> {
    const { query, owner, updatedSince, sort, limit } = filter;
    const list = JSON.stringify(['decks', sort, owner ?? '', query ?? '', updatedSince ?? '']);
    const position = decodeCursor(list, filter.cursor);
    const { keyIn, keyOf } = ORDERS[sort];
    const statement = statementOf({ role: viewer.role, owner, sort, limit, isLater: position !== null }, selectedBy(filter));
    const behind = position === null ? {} : { key: keyIn(position), id: position.id };
    const rows = await statement(this.#db, { userId: viewer.userId, ...behind });
    return toPage(rows, limit, (last) => encodeCursor(list, { key: keyOf(last), id: last.id }));
  }
}

const statements = new Map<string, ReturnType<typeof compiledPage>>();

/** Statements are compiled once per shape. With `selected` they are compiled each time, because its values determine the plan. */
function statementOf(shape: PageShape, selected: SQL | undefined): ReturnType<typeof compiledPage> {
  if (selected !== undefined) return compiledPage(shape, selected);
  const { role, owner = 'any', sort, limit, isLater } = shape;
  const name = `${role} ${owner} ${sort} ${pageRows(limit)} ${isLater}`;
  const compiled = statements.get(name) ?? compiledPage(shape, undefined);
  statements.set(name, compiled);
  return compiled;
}

function compiledPage({ role, owner, sort, limit, isLater }: PageShape, selected: SQL | undefined) {
  return compiledSelect((query, parameter: Parameter<PageValues>) => {
    const { order, after } = ORDERS[sort];
    const viewer = { userId: parameter('userId'), role };
    const inOrder = pageOrder(limit, ...order);
    const behind = isLater ? after(parameter('key'), parameter('id')) : undefined;
    return query
      .select(deckColumns)
      .from(decks)
      .innerJoin(users, eq(users.id, decks.ownerId))
      .leftJoin(deckPeople, isShareOf(viewer.userId))
      .where(and(within(query, scopesOf(viewer, owner), and(selected, behind), inOrder), readableBy(viewer)))
      .orderBy(inOrder);
  });
}

/**
 * Decks that meet `condition` in any of the scopes. The first page of several scopes is contained in the first pages of each scope.
 * Those are read in the order of their indexes and combined; a deck may be in more than one.
 */
function within(query: QueryBuilder, scopes: readonly SQL[], condition: SQL | undefined, inOrder: SQL): SQL | undefined {
  const [only, ...others] = scopes;
  if (others.length === 0) return and(only, condition);
  const pages = scopes.map(
    (scope) => sql`(${query.select({ id: decks.id }).from(decks).where(and(scope, condition)).orderBy(inOrder)})`,
  );
  return inArray(decks.id, sql`(${sql.join(pages, sql` union all `)})`);
}

/** The scopes to search: the requested ones, or all scopes of the viewer. */
function scopesOf(viewer: Reader, owner: DeckFilter['owner']): readonly SQL[] {
  switch (owner) {
    case 'me':
      return [ownedBy(viewer.userId)];
    case 'team':
      return [visibleToTeam()];
    case 'shared':
      return [sharedAmong(viewer.userId)];
    case undefined:
      return readScopes(viewer);
  }
}

/** Conditions for which the best index depends on their values: they match few or many decks, and their indexes do not have every order. */
function selectedBy({ query, updatedSince }: DeckFilter): SQL | undefined {
  const selected = and(titleHolds(query), updatedSince && gte(decks.updatedAt, updatedSince));
  return selected && plannedWithValues(selected);
}

interface Order {
  readonly order: readonly SQLWrapper[];
  /** SQL that selects the rows after the position of `key` and `id`. */
  readonly after: (key: Placeholder, id: Placeholder) => SQL;
  /** The key of a position in the form for `after`. @throws AppError VALIDATION_FAILED */
  readonly keyIn: (position: CursorKey) => string;
  readonly keyOf: (row: DeckRow) => string;
}

const isoInstantOf = (position: CursorKey) => instantOf(position).toISOString();

const ORDERS: Record<DeckSort, Order> = {
  created: {
    order: [desc(decks.createdAt), desc(decks.id)],
    after: (key, id) => sql`(${decks.createdAt}, ${decks.id}) < (${key}::timestamptz, ${id})`,
    keyIn: isoInstantOf,
    keyOf: (row) => row.createdAt.toISOString(),
  },
  updated: {
    order: [desc(decks.updatedAt), desc(decks.id)],
    after: (key, id) => sql`(${decks.updatedAt}, ${decks.id}) < (${key}::timestamptz, ${id})`,
    keyIn: isoInstantOf,
    keyOf: (row) => row.updatedAt.toISOString(),
  },
  title: {
    order: [asc(lowerTitle), asc(decks.id)],
    after: (key, id) => sql`(${lowerTitle}, ${decks.id}) > (lower(${key}), ${id})`,
    keyIn: ({ key }) => key,
    keyOf: (row) => row.title,
  },
};
