import { and, desc, eq, gte, inArray, isNotNull, lt, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { deckPeople, decks, deckStars, renderedSlides, searchDecks, searchEntries, users } from '#drizzle/schema/index.ts';
import { ownedBy, readableBy } from '#server/access/readable-by.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { Database } from '#server/db/connect.ts';
import { plannedWithValues } from '#server/db/prepared.ts';
import { deckColumns, type DeckRow, isInCollection, isShareOf, isStarOf } from '#server/decks/decks.repo.ts';
import type { SearchField } from '#shared/search-fields.ts';
import { INDEX_RULES } from './search-index.repo.ts';

/** The text forms of a `tsquery` (`search-terms.ts`). */
export interface WordQuery {
  /** What is found. */
  readonly found: string;
  /** The same without beginnings of words, which ranks whole words higher. */
  readonly exact: string;
  /** What everything has that is found: the codes of pairs of words, which are read faster than phrases. Null if there are no phrases. */
  readonly pairs: string | null;
  readonly hasSeveralTerms: boolean;
}

/** Where is searched; everywhere if nothing is set. */
export interface SearchScope {
  readonly deckId?: string | undefined;
  readonly ownerId?: string | undefined;
  /** The id of a collection that the actor may see. */
  readonly collection?: string | undefined;
  /** Only decks that were changed then or later. */
  readonly updatedSince?: Date | undefined;
  readonly field?: SearchField | undefined;
}

/** An entry that was found, without its text. */
export interface Candidate {
  readonly id: number;
  readonly score: number;
  readonly updatedAt: Date;
}

/** A query with what decides that an entry is a hit. The other forms only rank. */
interface MatchedQuery extends WordQuery {
  readonly matched: string;
}

export type EntryRow = Pick<typeof searchEntries.$inferSelect, 'id' | 'field' | 'slideIndex' | 'inner' | 'content'> & {
  readonly deck: DeckRow;
  readonly hasPicture: boolean;
};

/** Hits of one query. What is found beyond is the least relevant only as far as it is known: a narrower query finds it. */
const TITLES_MAX = 100;
const OTHERS_MAX = 300;
/** Hits in one deck: people look for all of them. */
const IN_DECK_MAX = 5000;
/** Entries with a word that are looked at to find out whether the user may read one. */
const ALIKE_MAX = 100;
/** Words with more entries than that of which the latest decks of the user are searched. */
const FREQUENT_ALIKE_MAX = 20;
/** A query that matches more entries than this is frequent: some of the latest decks are enough. */
const FREQUENT = 10_000;
/**
 * Several terms that together match more entries than this are searched as whole words first, which are the best hits. PostgreSQL collects all entries
 * with the beginning of a word before it compares them with those of another word; for whole words it passes most of them by.
 */
const COMMON = 1000;
/** The decks in which frequent words are searched first, the latest ones. */
const LATEST_DECKS = 500;
/** With fewer hits in the latest decks, or of whole words, everything is searched. */
const HITS_ENOUGH = 50;

const isCurrent = isOfVersion(decks.currentVersionId);
// A literal, as in the partial index.
const isTitle = sql`${searchEntries.field} = 'title'`;
const isNoTitle = sql`${searchEntries.field} <> 'title'`;

const hasPicture = isPictured(searchEntries).as('has_picture');

/** SQL of searches. `readableBy` decides for every entry. */
export class SearchRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The entries that match, in no order; at most 400, or `IN_DECK_MAX` and its title in one deck. */
  async candidates(actor: Actor, words: WordQuery, scope: SearchScope): Promise<Candidate[]> {
    const { field } = scope;
    const { pairs, found } = words;
    const query = { ...words, matched: pairs !== null && (await this.#havePairs()) ? `${pairs} & ${found}` : found };
    const titles =
      field === undefined || field === 'title' ? await this.#matches(actor, query, and(isTitle, isIn(scope)), TITLES_MAX) : [];
    return field === 'title' ? titles : [...titles, ...(await this.#others(actor, query, scope))];
  }

  /**
   * How many entries that the actor may read match each query: among the first `ALIKE_MAX` that match or, if there are more, among those of the
   * actor's latest decks, so that a word of many other decks is not missed. Only queries that match any.
   *
   * @param queries text forms of a `tsquery`
   */
  async counts(actor: Actor, queries: readonly string[], scope: SearchScope): Promise<Map<string, number>> {
    const { deckId } = scope;
    const ofDeck = deckId === undefined ? undefined : eq(searchEntries.deckId, deckId);
    const isFound = and(isIn({ ...scope, deckId: undefined }), isCurrent, readableBy(actor));
    const rows = await this.#db.execute<{ query: string; count: number; looked: number }>(sql`
      select query, count, looked from jsonb_array_elements_text(${JSON.stringify(queries)}::text::jsonb) query
      cross join lateral (
        select count(*)::int looked, (count(*) filter (where ${isFound}))::int count from (
          select deck_id, version_id from ${searchEntries}
          where ${and(sql`${searchEntries.words} @@ query::tsquery`, ofDeck, hasField(scope))} limit ${sql.raw(String(ALIKE_MAX))}
        ) ${searchEntries} inner join ${decks} on ${eq(decks.id, searchEntries.deckId)}
      ) found where looked > 0`);
    const frequent = rows.filter(({ looked }) => looked >= ALIKE_MAX).slice(0, FREQUENT_ALIKE_MAX);
    const latest =
      frequent.length === 0 || deckId !== undefined
        ? []
        : await this.#countLatest(
            actor,
            frequent.map(({ query }) => query),
            scope,
          );
    const counts = [...rows, ...latest].map(({ query, count }) => [query, count] as const);
    return new Map(counts.filter(([, count]) => count > 0));
  }

  /** How many entries of the actor's latest decks match each query. They are read once for all queries. */
  async #countLatest(
    actor: Actor,
    queries: readonly string[],
    scope: SearchScope,
  ): Promise<readonly { query: string; count: number }[]> {
    const columns = queries.map(
      (query, at) => sql`(count(*) filter (where ${matches(query)}))::int ${sql.identifier(String(at))}`,
    );
    const latest = this.#latestDecks(actor, scope);
    const [counts] = await this.#db.execute<Record<string, number>>(sql`
      select ${sql.join(columns, sql`, `)} from ${latest} inner join ${searchEntries} on ${eq(searchEntries.deckId, latest.id)}
      where ${and(plannedWithValues(isOfVersion(latest.currentVersionId)), hasField(scope))}`);
    return queries.map((query, at) => ({ query, count: counts?.[String(at)] ?? 0 }));
  }

  /** Whether all entries have the codes of their pairs of words. After an upgrade they get them in the background. */
  async #havePairs(): Promise<boolean> {
    const outdated = await this.#db
      .select({ rules: searchDecks.rules })
      .from(searchDecks)
      .where(lt(searchDecks.rules, INDEX_RULES))
      .limit(1);
    return outdated.length === 0;
  }

  async #others(actor: Actor, query: MatchedQuery, scope: SearchScope): Promise<Candidate[]> {
    const within = and(isNoTitle, hasField(scope), isIn(scope));
    if (scope.deckId !== undefined) return this.#matches(actor, query, within, IN_DECK_MAX);
    const expected = await this.#expected(query);
    if (expected > FREQUENT) {
      const latest = await this.#latest(actor, query, scope);
      if (latest.length >= HITS_ENOUGH) return latest;
    }
    if (expected > COMMON && query.hasSeveralTerms) {
      const whole = await this.#matches(actor, { ...query, matched: query.exact }, within, OTHERS_MAX);
      if (whole.length >= HITS_ENOUGH) return whole;
    }
    return this.#matches(actor, query, within, OTHERS_MAX);
  }

  /** The number of entries that PostgreSQL expects to match, in all decks. */
  async #expected({ matched }: MatchedQuery): Promise<number> {
    const [row] = await this.#db.execute<{ 'QUERY PLAN': unknown }>(
      sql`explain (format json) select from ${searchEntries} where ${plannedWithValues(matches(matched))}`,
    );
    // Parsed or not, depending on the driver's settings.
    const plan = JSON.stringify(row?.['QUERY PLAN']);
    return Number(/Plan Rows\\*": ?(\d+)/.exec(plan)?.[1] ?? 0);
  }

  async #matches(actor: Actor, query: MatchedQuery, within: SQL | undefined, limit: number): Promise<Candidate[]> {
    return this.#db
      .select(candidateColumns(query))
      .from(searchEntries)
      .innerJoin(decks, eq(decks.id, searchEntries.deckId))
      .where(and(plannedWithValues(matches(query.matched)), within, isCurrent, readableBy(actor)))
      .limit(limit);
  }

  /** Matches in the decks that were changed last, which are read one after the other. */
  async #latest(actor: Actor, query: MatchedQuery, scope: SearchScope): Promise<Candidate[]> {
    const latest = this.#latestDecks(actor, scope);
    return this.#db
      .select({ ...candidateColumns(query), updatedAt: latest.updatedAt })
      .from(latest)
      .innerJoin(searchEntries, eq(searchEntries.deckId, latest.id))
      .where(and(plannedWithValues(matches(query.matched)), isNoTitle, hasField(scope), isOfVersion(latest.currentVersionId)))
      .limit(OTHERS_MAX);
  }

  #latestDecks(actor: Actor, scope: SearchScope) {
    return this.#db
      .select({ id: decks.id, currentVersionId: decks.currentVersionId, updatedAt: decks.updatedAt })
      .from(decks)
      .where(and(readableBy(actor), isIn(scope)))
      .orderBy(desc(decks.updatedAt), desc(decks.id))
      .limit(LATEST_DECKS)
      .as('latest');
  }

  /** Those of the entries that the actor may still read, with their decks. */
  async entries(actor: Actor, ids: readonly number[]): Promise<Map<number, EntryRow>> {
    if (ids.length === 0) return new Map();
    const { id, field, slideIndex, inner, content } = searchEntries;
    const rows = await this.#db
      .select({ entry: { id, field, slideIndex, inner, content }, deck: deckColumns, hasPicture })
      .from(searchEntries)
      .innerJoin(decks, eq(decks.id, searchEntries.deckId))
      .innerJoin(users, eq(users.id, decks.ownerId))
      .leftJoin(deckPeople, isShareOf(actor.userId))
      .leftJoin(deckStars, isStarOf(actor.userId))
      .where(and(inArray(searchEntries.id, [...ids]), isCurrent, readableBy(actor)));
    return new Map(rows.map(({ entry, ...row }) => [entry.id, { ...entry, ...row }]));
  }
}

/**
 * Whether an entry is of the version that is current, or of no version. Not written with `or`, of which PostgreSQL expects that it holds for hardly any
 * entry: it would read all decks instead of those of the first entries.
 */
function isOfVersion(current: SQLWrapper): SQL {
  return sql`coalesce(${searchEntries.versionId} = ${current}, true)`;
}

function matches(query: string): SQL {
  return sql`${searchEntries.words} @@ ${query}::tsquery`;
}

/** Decks in which is searched. */
function isIn({ deckId, ownerId, collection, updatedSince }: SearchScope): SQL | undefined {
  return and(
    deckId === undefined ? undefined : eq(searchEntries.deckId, deckId),
    ownerId === undefined ? undefined : ownedBy(ownerId),
    collection === undefined ? undefined : isInCollection(collection),
    updatedSince && gte(decks.updatedAt, updatedSince),
  );
}

function hasField({ field }: SearchScope): SQL | undefined {
  return field === undefined ? undefined : sql`${searchEntries.field} = ${field}`;
}

/** The weights are those of notes, text, headings and titles. Long entries do not win by their length. */
function candidateColumns({ found, exact }: WordQuery) {
  const rank = (query: string) => sql`ts_rank('{0.1, 0.3, 0.7, 1}', ${searchEntries.words}, ${query}::tsquery, 1)`;
  const score = sql<number>`round((${rank(found)} + 2 * ${rank(exact)})::numeric * 1000000)`;
  return { id: searchEntries.id, score: score.mapWith(Number), updatedAt: decks.updatedAt };
}

interface SlideColumns {
  readonly versionId: SQLWrapper;
  readonly slideIndex: SQLWrapper;
  readonly inner: SQLWrapper;
}

/** Whether the renderer has made a picture of a slide. */
export function isPictured({ versionId, slideIndex, inner }: SlideColumns): SQL<boolean> {
  return sql<boolean>`exists (select from ${renderedSlides} where ${and(
    eq(renderedSlides.versionId, versionId),
    eq(renderedSlides.slideIndex, slideIndex),
    sql`${renderedSlides.inner} is not distinct from ${inner}`,
    isNotNull(renderedSlides.sizeBytes),
  )})`;
}
