import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { links, visitDays, visitorHashes, visitReferrerDays, visits, visitSalts, visitSlideDays } from '#drizzle/schema/index.ts';
import type { ChangeableDeck } from '#server/access/granted-deck.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { pageOrder } from '#server/db/ordered.ts';
import { AppError } from '#server/errors.ts';
import { decodeCursor, encodeCursor, instantOf, toPage, type Page, type PageRequest } from '#server/pagination.ts';
import { VISIT_REFERRERS_MAX, VISITS_OF_DAY_MAX } from '#shared/limits.ts';
import type { SlideTime } from '#shared/visits.ts';
import { countsOf } from './histogram.ts';
import { type VisitChanges, withReport } from './visit-report.ts';

export type VisitRow = typeof visits.$inferSelect;
export type NewVisitRow = Pick<
  VisitRow,
  'id' | 'linkId' | 'versionId' | 'slideCount' | 'startedAt' | 'name' | 'email' | 'referrerHost' | 'device' | 'isFollowed'
>;

/** Hashes of a visitor, for a link and for its deck. Null: the visitor is not to be told apart from others. */
export type VisitorHashes = { readonly ofLink: string; readonly ofDeck: string } | null;

/** Seconds until a link that has had all visits of a day is asked again. */
const FULL_SECONDS = 3600;
/** How long a visit may go on. Reports after that belong to none. */
const VISIT_HOURS = 24;
/** Rows that one statement of the clean-up removes. */
const REMOVED_AT_ONCE = 1000;

/**
 * SQL of visits. What summaries need is counted as visits and reports come, in the same transactions. They lock rows in one order: the
 * link, the visit, its day, its slides by index.
 */
export class VisitsRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The salt of a day, the same for all instances. */
  async salt(day: string): Promise<string | null> {
    const [row] = await this.#db.select({ salt: visitSalts.salt }).from(visitSalts).where(eq(visitSalts.day, day));
    return row?.salt ?? null;
  }

  /** Keeps a salt unless there is one for the day. */
  async keepSalt(day: string, salt: string): Promise<void> {
    await this.#db.insert(visitSalts).values({ day, salt }).onConflictDoNothing();
  }

  /** False if the link was deleted meanwhile. @throws AppError RATE_LIMITED if the link has had all visits of a day */
  async start(visit: NewVisitRow, hashes: VisitorHashes): Promise<boolean> {
    const { linkId, startedAt, referrerHost, isFollowed } = visit;
    const day = dayOf(startedAt);
    return this.#db.transaction(async (tx) => {
      const [link] = await tx
        .update(links)
        .set({ visitCount: sql`${links.visitCount} + 1`, lastVisitAt: startedAt })
        .where(eq(links.id, linkId))
        .returning({ id: links.id });
      if (link === undefined) return false;
      const isNew = await newVisitors(tx, day, hashes);
      const ofDay = await addToDay(tx, {
        linkId,
        day,
        visits: 1,
        ...isNew,
        followed: isFollowed ? 1 : 0,
        completion: 0,
        durations: countsOf(isFollowed ? [{ milliseconds: 0, by: 1 }] : []),
      });
      if (ofDay > VISITS_OF_DAY_MAX)
        throw new AppError('RATE_LIMITED', 'This link has had too many visits today.', { retryAfterSeconds: FULL_SECONDS });
      await tx.insert(visits).values({ ...visit, lastSeenAt: startedAt });
      if (referrerHost !== null) await addReferrer(tx, { linkId, day, host: referrerHost });
      return true;
    });
  }

  /** The visit of a link, if it still takes reports. */
  async find(linkId: string, visitId: string): Promise<Pick<VisitRow, 'slideCount'> | null> {
    const [row] = await this.#db
      .select({ slideCount: visits.slideCount })
      .from(visits)
      .where(and(eq(visits.id, visitId), eq(visits.linkId, linkId), gt(visits.startedAt, hoursAgo(VISIT_HOURS))));
    return row ?? null;
  }

  /** Adds a report to a visit. Of a visit that is not followed, nothing is stored. False if the visit or its link was deleted meanwhile. */
  async report(linkId: string, visitId: string, items: readonly SlideTime[]): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      // A deletion of the link waits for this lock first, so the two cannot wait for each other's rows.
      const [link] = await tx.select({ id: links.id }).from(links).where(eq(links.id, linkId)).for('key share');
      if (link === undefined) return false;
      const isIt = and(eq(visits.id, visitId), eq(visits.linkId, linkId));
      const [visit] = await tx.select().from(visits).where(isIt).for('no key update');
      if (visit === undefined) return false;
      if (!visit.isFollowed) return true;
      const { after, changes } = withReport(visit, items, visit.slideCount);
      await tx
        .update(visits)
        .set({ ...after, slides: [...after.slides], lastSeenAt: new Date() })
        .where(eq(visits.id, visitId));
      if (items.length > 0) await addReport(tx, { linkId, day: dayOf(visit.startedAt) }, changes);
      return true;
    });
  }

  /** Newest first. @throws AppError VALIDATION_FAILED for a cursor of another list */
  async list(_deck: ChangeableDeck, linkId: string, { limit, cursor }: PageRequest): Promise<Page<VisitRow>> {
    const list = JSON.stringify(['visits', linkId]);
    const position = decodeCursor(list, cursor);
    const after =
      position && sql`(${visits.startedAt}, ${visits.id}) < (${instantOf(position).toISOString()}::timestamptz, ${position.id})`;
    const rows = await this.#db
      .select()
      .from(visits)
      .where(and(eq(visits.linkId, linkId), after ?? undefined))
      .orderBy(pageOrder(limit, desc(visits.startedAt), desc(visits.id)));
    return toPage(rows, limit, (last) => encodeCursor(list, { key: last.startedAt.toISOString(), id: last.id }));
  }

  /** The number of visits whose page has reported within some seconds. */
  async seenWithin(seconds: number, { id: deckId }: ChangeableDeck, linkId: string | undefined): Promise<number> {
    const [row] = await this.#db
      .select({ visits: sql<number>`count(*)::int` })
      .from(links)
      .innerJoin(visits, and(eq(visits.linkId, links.id), gt(visits.startedAt, hoursAgo(VISIT_HOURS))))
      .where(
        and(
          eq(links.deckId, deckId),
          linkId === undefined ? undefined : eq(links.id, linkId),
          gt(visits.lastSeenAt, new Date(Date.now() - seconds * 1000)),
        ),
      );
    return row?.visits ?? 0;
  }

  /** Removes the salts and hashes of earlier days. @param today in UTC */
  async forgetVisitors(today: string): Promise<void> {
    await this.#db.execute(sql`delete from ${visitSalts} where ${visitSalts.day} < ${today}`);
    await this.#remove(
      sql`${visitorHashes} where ctid = any (array(select ctid from ${visitorHashes} where ${visitorHashes.day} < ${today}`,
      sql`${visitorHashes.day}`,
    );
  }

  /**
   * Removes visits that began so many days ago, and what was counted of them. The clock of the database decides, so that a server whose
   * clock is ahead does not remove visits of the last year.
   */
  async removeOlderThan(days: number): Promise<void> {
    const [row] = await this.#db.execute<{ day: string }>(
      sql`select to_char(now() at time zone 'UTC' - make_interval(days => ${days}::int), 'YYYY-MM-DD') as day`,
    );
    if (row === undefined) throw new Error('the database did not say what day it is');
    const { day } = row;
    const start = `${day}T00:00:00Z`;
    await this.#remove(
      sql`${visits} where ctid = any (array(select ctid from ${visits} where ${visits.startedAt} < ${start}::timestamptz`,
      sql`${visits.startedAt}`,
    );
    for (const table of [visitSlideDays, visitReferrerDays, visitDays])
      await this.#remove(
        sql`${table} where ctid = any (array(select ctid from ${table} where ${table.day} < ${day}`,
        sql`${table.day}`,
      );
  }

  /** Removes rows some at a time: one statement for all would hold their locks for long. */
  async #remove(which: ReturnType<typeof sql>, order: ReturnType<typeof sql>): Promise<void> {
    const limit = sql.raw(String(REMOVED_AT_ONCE));
    let removed: readonly unknown[];
    do {
      removed = await this.#db.execute(sql`delete from ${which} order by ${order} limit ${limit})) returning 1 as removed`);
    } while (removed.length === REMOVED_AT_ONCE);
  }
}

/** The day of an instant, in UTC. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 'yyyy-mm-dd'.length);
}

function hoursAgo(hours: number): Date {
  return new Date(Date.now() - hours * 60 * 60 * 1000);
}

/** Whether the visitor is new today, to the link and to the deck. */
async function newVisitors(
  tx: Transaction,
  day: string,
  hashes: VisitorHashes,
): Promise<{ readonly visitors: number; readonly deckVisitors: number }> {
  if (hashes === null) return { visitors: 1, deckVisitors: 1 };
  const { ofLink, ofDeck } = hashes;
  const rows = [ofLink, ofDeck].map((hash) => ({ hash, day }));
  const written = await tx.insert(visitorHashes).values(rows).onConflictDoNothing().returning({ hash: visitorHashes.hash });
  const isNew = (hash: string) => Number(written.some((row) => row.hash === hash));
  return { visitors: isNew(ofLink), deckVisitors: isNew(ofDeck) };
}

/** Adds the counts of one histogram to those of another one, in `on conflict do update`. */
function summed(stored: typeof visitDays.durations | typeof visitSlideDays.times, added: string) {
  return sql`(select array_agg(a + b order by place) from unnest(${stored}, ${sql.raw(added)}) with ordinality as sums (a, b, place))`;
}

/** Returns the number of visits of that day. */
async function addToDay(tx: Transaction, row: typeof visitDays.$inferInsert): Promise<number> {
  const [written] = await tx
    .insert(visitDays)
    .values(row)
    .onConflictDoUpdate({
      target: [visitDays.linkId, visitDays.day],
      set: {
        visits: sql`${visitDays.visits} + excluded.visits`,
        visitors: sql`${visitDays.visitors} + excluded.visitors`,
        deckVisitors: sql`${visitDays.deckVisitors} + excluded.deck_visitors`,
        followed: sql`${visitDays.followed} + excluded.followed`,
        completion: sql`${visitDays.completion} + excluded.completion`,
        durations: summed(visitDays.durations, 'excluded.durations'),
      },
    })
    .returning({ visits: visitDays.visits });
  return written?.visits ?? 0;
}

interface LinkDay {
  readonly linkId: string;
  readonly day: string;
}

async function addReport(tx: Transaction, ofDay: LinkDay, { completion, durations, slides }: VisitChanges): Promise<void> {
  await addToDay(tx, { ...ofDay, visits: 0, visitors: 0, deckVisitors: 0, followed: 0, completion, durations });
  const { views, exits, times } = visitSlideDays;
  await tx.execute(sql`
    insert into ${visitSlideDays} (link_id, day, slide_index, views, exits, times)
    select ${ofDay.linkId}::text, ${ofDay.day}::date, slide, views, exits, times
    from jsonb_to_recordset(${JSON.stringify(slides)}::text::jsonb) as changes (slide int, views int, exits int, times int[])
    order by slide
    on conflict (link_id, day, slide_index) do update
    set views = ${views} + excluded.views, exits = ${exits} + excluded.exits, times = ${summed(times, 'excluded.times')}`);
}

/** The transaction has locked the link, so no other one adds a host to it at the same time. */
async function addReferrer(tx: Transaction, { linkId, day, host }: LinkDay & { readonly host: string }): Promise<void> {
  const ofDay = and(eq(visitReferrerDays.linkId, linkId), eq(visitReferrerDays.day, day));
  const added = await tx
    .update(visitReferrerDays)
    .set({ visits: sql`${visitReferrerDays.visits} + 1` })
    .where(and(ofDay, eq(visitReferrerDays.host, host)))
    .returning({ visits: visitReferrerDays.visits });
  if (added.length > 0 || (await tx.$count(visitReferrerDays, ofDay)) >= VISIT_REFERRERS_MAX) return;
  await tx.insert(visitReferrerDays).values({ linkId, day, host, visits: 1 });
}
