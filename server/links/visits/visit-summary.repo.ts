import { and, between, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { links, visitDays, visitReferrerDays, visits, visitSlideDays } from '#drizzle/schema/index.ts';
import type { ChangeableDeck } from '#server/access/granted-deck.ts';
import type { Database } from '#server/db/connect.ts';
import { BUCKETS } from './histogram.ts';

/** Days in UTC, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Which visits of a deck are meant. */
export interface VisitsWanted extends DayRange {
  /** Undefined: those through all links. */
  readonly linkId: string | undefined;
}

export interface LinkSums {
  readonly linkId: string;
  readonly name: string | null;
  readonly visits: number;
  readonly followed: number;
  readonly completion: number;
  readonly durations: number[];
}

/** The most hosts in a summary. */
const HOSTS_MAX = 100;

/** SQL of summaries. It reads what was counted for each day, not the visits. */
export class VisitSummaryRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The days with visits. */
  async days(deck: ChangeableDeck, wanted: VisitsWanted): Promise<{ date: string; visits: number; visitors: number }[]> {
    const visitors = wanted.linkId === undefined ? visitDays.deckVisitors : visitDays.visitors;
    return this.#db
      .select({ date: visitDays.day, visits: sumOf(visitDays.visits), visitors: sumOf(visitors) })
      .from(links)
      .innerJoin(visitDays, and(eq(visitDays.linkId, links.id), between(visitDays.day, wanted.from, wanted.to)))
      .where(linksOf(deck, wanted))
      .groupBy(visitDays.day);
  }

  /** The links with visits, those with most visits first. */
  async links(deck: ChangeableDeck, wanted: VisitsWanted): Promise<LinkSums[]> {
    return this.#db
      .select({
        linkId: links.id,
        name: links.name,
        visits: sumOf(visitDays.visits),
        followed: sumOf(visitDays.followed),
        completion: sql<number>`sum(${visitDays.completion})`,
        durations: histogramOf(visitDays.durations),
      })
      .from(links)
      .innerJoin(visitDays, and(eq(visitDays.linkId, links.id), between(visitDays.day, wanted.from, wanted.to)))
      .where(linksOf(deck, wanted))
      .groupBy(links.id)
      .orderBy(desc(sumOf(visitDays.visits)), links.id);
  }

  /** The slides that were seen. */
  async slides(
    deck: ChangeableDeck,
    wanted: VisitsWanted,
  ): Promise<{ index: number; views: number; exits: number; times: number[] }[]> {
    const { slideIndex, views, exits, times } = visitSlideDays;
    return this.#db
      .select({ index: slideIndex, views: sumOf(views), exits: sumOf(exits), times: histogramOf(times) })
      .from(links)
      .innerJoin(visitSlideDays, and(eq(visitSlideDays.linkId, links.id), between(visitSlideDays.day, wanted.from, wanted.to)))
      .where(linksOf(deck, wanted))
      .groupBy(slideIndex);
  }

  /** The hosts from which most visits came. */
  async referrers(deck: ChangeableDeck, wanted: VisitsWanted): Promise<{ host: string; visits: number }[]> {
    const { host } = visitReferrerDays;
    return this.#db
      .select({ host, visits: sumOf(visitReferrerDays.visits) })
      .from(links)
      .innerJoin(
        visitReferrerDays,
        and(eq(visitReferrerDays.linkId, links.id), between(visitReferrerDays.day, wanted.from, wanted.to)),
      )
      .where(linksOf(deck, wanted))
      .groupBy(host)
      .orderBy(desc(sumOf(visitReferrerDays.visits)), host)
      .limit(HOSTS_MAX);
  }

  /** The exact medians, from the visits themselves. Only for few of them. */
  async medians(
    deck: ChangeableDeck,
    wanted: VisitsWanted,
  ): Promise<{ readonly durationMs: number; readonly bySlide: ReadonlyMap<number, number> }> {
    const { startedAt, durationMs, slides, isFollowed, linkId } = visits;
    const isWanted = and(
      eq(linkId, links.id),
      eq(isFollowed, true),
      gte(startedAt, new Date(`${wanted.from}T00:00:00Z`)),
      lt(startedAt, sql`(${wanted.to}::date + 1)::timestamp at time zone 'UTC'`),
    );
    const [[ofVisits], ofSlides] = await Promise.all([
      this.#db
        .select({ median: medianOf(sql`${durationMs}`) })
        .from(links)
        .innerJoin(visits, isWanted)
        .where(linksOf(deck, wanted)),
      this.#db
        .select({ index: sql<number>`slide.index`, median: medianOf(sql`slide.milliseconds`) })
        .from(links)
        .innerJoin(visits, isWanted)
        .innerJoin(sql`lateral jsonb_to_recordset(${slides}) as slide (index int, milliseconds int)`, sql`true`)
        .where(linksOf(deck, wanted))
        .groupBy(sql`slide.index`),
    ]);
    return {
      durationMs: ofVisits?.median ?? 0,
      bySlide: new Map(ofSlides.map(({ index, median }) => [index, median ?? 0])),
    };
  }
}

function linksOf({ id: deckId }: ChangeableDeck, { linkId }: VisitsWanted): SQL | undefined {
  return and(eq(links.deckId, deckId), linkId === undefined ? undefined : eq(links.id, linkId));
}

type NumberColumn =
  | typeof visitDays.visits
  | typeof visitDays.visitors
  | typeof visitDays.deckVisitors
  | typeof visitDays.followed
  | typeof visitSlideDays.views
  | typeof visitSlideDays.exits
  | typeof visitReferrerDays.visits;

function sumOf(column: NumberColumn): SQL<number> {
  return sql<number>`sum(${column})::int`;
}

/** The sum of histograms. One aggregate for each of its ranges is several times as fast as `unnest`. */
function histogramOf(column: typeof visitDays.durations | typeof visitSlideDays.times): SQL<number[]> {
  const ranges = Array.from({ length: BUCKETS }, (_, index) => sql`sum(${column}[${sql.raw(String(index + 1))}])`);
  return sql`array[${sql.join(ranges, sql`, `)}]::int[]`.mapWith(column);
}

function medianOf(time: SQL): SQL<number | null> {
  return sql<number | null>`round(percentile_cont(0.5) within group (order by ${time}))::int`;
}
