import { and, asc, desc, eq, gte, inArray, notExists, or, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { collections, deckOpenings, deckPeople, decks, deckStars, users } from '#drizzle/schema/index.ts';
import { collectionReadableBy } from '#server/access/collections.ts';
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
import { deckColumns, type DeckRow, isInCollection, isShareOf, isStarOf } from './decks.repo.ts';
import { lowerTitle, packageHasTitle, titleHolds } from './title-search.repo.ts';

export interface DeckFilter extends PageRequest {
  readonly query?: string | undefined;
  readonly packageTitle?: string | undefined;
  readonly owner?: DeckOwner | undefined;
  /** Only decks of this user. */
  readonly ownerId?: string | undefined;
  /** The id of a collection that the viewer may read. */
  readonly collection?: string | undefined;
  /** Only decks that the viewer has starred. */
  readonly starred?: boolean | undefined;
  readonly updatedSince?: Date | undefined;
  readonly sort: DeckSort;
}

/** The part of the actor that determines which decks they see. */
type Viewer = Pick<Actor, 'userId' | 'role'>;

/** The parameters of a page's statement. */
type PageValues = { readonly userId: string; readonly key?: string; readonly id?: string };

/**
 * The order of a statement's rows. A list in the order in which its viewer opened the decks consists of two parts: those that they have
 * opened, and then the others, in the order in which they were created.
 */
type PageOrder = DeckSort | 'never opened';

/** What determines the text of a page's statement. */
interface PageShape {
  readonly role: Viewer['role'];
  readonly owner: DeckFilter['owner'];
  /** Whether the decks are those of a collection or of a user, or starred: a small set, which needs no scopes. */
  readonly isFromSet: boolean;
  readonly sort: PageOrder;
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

  /** Whether there is a collection with this id that the viewer may read. */
  async hasCollection(viewer: Viewer, id: string): Promise<boolean> {
    const rows = await this.#db
      .select({ id: collections.id })
      .from(collections)
      .where(and(eq(collections.id, id), collectionReadableBy(viewer)));
    return rows.length > 0;
  }

  /** @throws AppError VALIDATION_FAILED for a cursor of another list */
  async page(viewer: Viewer, filter: DeckFilter): Promise<Page<DeckRow>> {
    const { query, packageTitle, owner, ownerId, collection, starred, updatedSince, sort, limit } = filter;
    const list = JSON.stringify([
      'decks',
      sort,
      owner ?? '',
      query ?? '',
      updatedSince ?? '',
      ...(packageTitle === undefined ? [] : [packageTitle]),
      ...(collection === undefined && starred !== true ? [] : [collection ?? '', starred === true]),
      ...(ownerId === undefined ? [] : [{ ownerId }]),
    ]);
    const position = decodeCursor(list, filter.cursor);
    if (sort === 'opened') return this.#openedPage(viewer, filter, { list, position });
    const rows = await this.#rows(viewer, filter, { sort, position });
    return toPage(rows, limit, (last) => encodeCursor(list, { key: ORDERS[sort].keyOf(last), id: last.id }));
  }

  /** The keys of its cursors begin with the part of the list: `o` for the opened decks, `n` for the others. */
  async #openedPage(viewer: Viewer, filter: DeckFilter, { list, position }: { list: string; position: CursorKey | null }) {
    const { limit } = filter;
    const [part, behind] = position === null ? ['o', null] : [position.key[0], { ...position, key: position.key.slice(1) }];
    const opened = part === 'n' ? [] : await this.#rows(viewer, filter, { sort: 'opened', position: behind });
    const others =
      opened.length > limit
        ? []
        : await this.#rows(viewer, filter, { sort: 'never opened', position: part === 'n' ? behind : null });
    return toPage([...opened, ...others], limit, (last) => {
      const key = last.openedAt ? `o${ORDERS.opened.keyOf(last)}` : `n${ORDERS['never opened'].keyOf(last)}`;
      return encodeCursor(list, { key, id: last.id });
    });
  }

  async #rows(
    viewer: Viewer,
    filter: DeckFilter,
    { sort, position }: { sort: PageOrder; position: CursorKey | null },
  ): Promise<ListedRow[]> {
    const isFromSet = filter.collection !== undefined || filter.ownerId !== undefined || filter.starred === true;
    const shape = { role: viewer.role, owner: filter.owner, isFromSet, sort, limit: filter.limit, isLater: position !== null };
    const behind = position === null ? {} : { key: ORDERS[sort].keyIn(position), id: position.id };
    return statementOf(shape, selectedBy(viewer, filter))(this.#db, { userId: viewer.userId, ...behind });
  }
}

/** `openedAt` is set in the rows of the order `opened`. */
type ListedRow = DeckRow & { readonly openedAt?: Date | null };

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

function compiledPage(shape: PageShape, selected: SQL | undefined) {
  return shape.sort === 'opened' ? compiledOpenedPage(shape, selected) : compiledScopedPage(shape, selected);
}

function compiledScopedPage({ role, owner, isFromSet, sort, limit, isLater }: PageShape, selected: SQL | undefined) {
  return compiledSelect((query, parameter: Parameter<PageValues>) => {
    const { order, after } = ORDERS[sort];
    const viewer = { userId: parameter('userId'), role };
    const inOrder = pageOrder(limit, ...order);
    const behind = isLater ? after(parameter('key'), parameter('id')) : undefined;
    const isIncluded = and(selected, behind, sort === 'never opened' ? notExists(openingBy(query, viewer.userId)) : undefined);
    const scopes = isFromSet && owner === undefined ? [] : scopesOf(viewer, owner);
    return query
      .select(deckColumns)
      .from(decks)
      .innerJoin(users, eq(users.id, decks.ownerId))
      .leftJoin(deckPeople, isShareOf(viewer.userId))
      .leftJoin(deckStars, isStarOf(viewer.userId))
      .where(and(within(query, scopes, isIncluded, inOrder), readableBy(viewer)))
      .orderBy(inOrder);
  });
}

/** The decks that the viewer has opened: at most `OPENINGS_MAX`, which are read in their own order. */
function compiledOpenedPage({ role, owner, limit, isLater }: PageShape, selected: SQL | undefined) {
  return compiledSelect((query, parameter: Parameter<PageValues>) => {
    const { order, after } = ORDERS.opened;
    const viewer = { userId: parameter('userId'), role };
    const behind = isLater ? after(parameter('key'), parameter('id')) : undefined;
    return query
      .select({ ...deckColumns, openedAt: deckOpenings.openedAt })
      .from(deckOpenings)
      .innerJoin(decks, eq(decks.id, deckOpenings.deckId))
      .innerJoin(users, eq(users.id, decks.ownerId))
      .leftJoin(deckPeople, isShareOf(viewer.userId))
      .leftJoin(deckStars, isStarOf(viewer.userId))
      .where(
        and(
          eq(deckOpenings.userId, viewer.userId),
          behind,
          selected,
          owner && or(...scopesOf(viewer, owner)),
          readableBy(viewer),
        ),
      )
      .orderBy(pageOrder(limit, ...order));
  });
}

/** The row that says that the viewer has opened the deck. */
function openingBy(query: QueryBuilder, userId: Placeholder) {
  return query
    .select({ deckId: deckOpenings.deckId })
    .from(deckOpenings)
    .where(and(eq(deckOpenings.deckId, decks.id), eq(deckOpenings.userId, userId)));
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
function selectedBy({ userId }: Viewer, filter: DeckFilter): SQL | undefined {
  const { query, packageTitle, ownerId, collection, starred, updatedSince } = filter;
  const selected = and(
    titleHolds(query),
    packageHasTitle(packageTitle),
    ownerId === undefined ? undefined : ownedBy(ownerId),
    collection === undefined ? undefined : isInCollection(collection),
    starred === true ? isStarredBy(userId) : undefined,
    updatedSince && gte(decks.updatedAt, updatedSince),
  );
  return selected && plannedWithValues(selected);
}

function isStarredBy(userId: string): SQL {
  const starred = new QueryBuilder().select({ id: deckStars.deckId }).from(deckStars).where(eq(deckStars.userId, userId));
  return inArray(decks.id, starred);
}

interface Order {
  readonly order: readonly SQLWrapper[];
  /** SQL that selects the rows after the position of `key` and `id`. */
  readonly after: (key: Placeholder, id: Placeholder) => SQL;
  /** The key of a position in the form for `after`. @throws AppError VALIDATION_FAILED */
  readonly keyIn: (position: CursorKey) => string;
  readonly keyOf: (row: ListedRow) => string;
}

const isoInstantOf = (position: CursorKey) => instantOf(position).toISOString();

const byCreation: Order = {
  order: [desc(decks.createdAt), desc(decks.id)],
  after: (key, id) => sql`(${decks.createdAt}, ${decks.id}) < (${key}::timestamptz, ${id})`,
  keyIn: isoInstantOf,
  keyOf: (row) => row.createdAt.toISOString(),
};

const ORDERS: Record<PageOrder, Order> = {
  created: byCreation,
  'never opened': byCreation,
  opened: {
    order: [desc(deckOpenings.openedAt), desc(deckOpenings.deckId)],
    after: (key, id) => sql`(${deckOpenings.openedAt}, ${deckOpenings.deckId}) < (${key}::timestamptz, ${id})`,
    keyIn: isoInstantOf,
    keyOf: ({ openedAt, createdAt }) => (openedAt ?? createdAt).toISOString(),
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
