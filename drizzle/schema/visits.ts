import { sql } from 'drizzle-orm';
import { boolean, check, date, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { SlideTime, VisitDevice } from '#shared/visits.ts';
import { instant } from './columns.ts';
import { links } from './links.ts';

const linkId = () =>
  text('link_id')
    .notNull()
    .references(() => links.id, { onDelete: 'cascade' });

/** A histogram of times: how many are in each of the ranges of `server/links/visits/histogram.ts`. */
const histogram = (name: string) => integer(name).array().notNull();

/** Visits through links. Neither an address nor a user agent is stored, nor anything made of them. */
export const visits = pgTable(
  'visits',
  {
    id: text('id').primaryKey(),
    linkId: linkId(),
    /** The version that was shown when the visit began, and the number of its slides. */
    versionId: text('version_id').notNull(),
    slideCount: integer('slide_count').notNull(),
    startedAt: instant('started_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    durationMs: integer('duration_ms').notNull().default(0),
    /** The slides that were seen, by index. */
    slides: jsonb('slides').$type<SlideTime[]>().notNull().default([]),
    /** The last slide that was reported. */
    lastSlide: integer('last_slide'),
    /** The share of the slides that were seen, from 0 to 1. */
    completion: doublePrecision('completion').notNull().default(0),
    name: text('name'),
    email: text('email'),
    referrerHost: text('referrer_host'),
    device: text('device').$type<VisitDevice>().notNull(),
    /** Whether slides and times are stored. They are not if the browser asked not to be tracked. */
    isFollowed: boolean('is_followed').notNull(),
  },
  (table) => [
    index('visits_link_started').on(table.linkId, table.startedAt, table.id),
    index('visits_started').on(table.startedAt),
    check('visits_device_known', sql`${table.device} in ('phone', 'tablet', 'computer')`),
  ],
);

/** The random salt for the hashes of a day's visitors, in UTC. It is deleted when the day is over. */
export const visitSalts = pgTable('visit_salts', {
  day: date('day').primaryKey(),
  salt: text('salt').notNull(),
});

/**
 * Hashes of today's visitors of each link and deck, so that each visitor is counted once a day. No other row refers to them; they are
 * deleted with the salt.
 */
export const visitorHashes = pgTable(
  'visitor_hashes',
  {
    hash: text('hash').primaryKey(),
    day: date('day').notNull(),
  },
  (table) => [index('visitor_hashes_day').on(table.day)],
);

/** What summaries are made of: the visits of a link that began on one day, in UTC. */
export const visitDays = pgTable(
  'visit_days',
  {
    linkId: linkId(),
    day: date('day').notNull(),
    visits: integer('visits').notNull(),
    /** Visitors who were new to the link on that day, and those who were new to the deck. */
    visitors: integer('visitors').notNull(),
    deckVisitors: integer('deck_visitors').notNull(),
    /** Visits whose slides and times are stored. */
    followed: integer('followed').notNull(),
    /** The sum of their `completion`. */
    completion: doublePrecision('completion').notNull(),
    /** Of their durations. */
    durations: histogram('durations'),
  },
  (table) => [primaryKey({ columns: [table.linkId, table.day] }), index('visit_days_day').on(table.day)],
);

/** The same for one slide. */
export const visitSlideDays = pgTable(
  'visit_slide_days',
  {
    linkId: linkId(),
    day: date('day').notNull(),
    slideIndex: integer('slide_index').notNull(),
    /** Visits that saw the slide, and those whose last report it was. */
    views: integer('views').notNull(),
    exits: integer('exits').notNull(),
    /** Of the time that a visit spent on the slide. */
    times: histogram('times'),
  },
  (table) => [primaryKey({ columns: [table.linkId, table.day, table.slideIndex] }), index('visit_slide_days_day').on(table.day)],
);

/** The same for one host from which visitors came. */
export const visitReferrerDays = pgTable(
  'visit_referrer_days',
  {
    linkId: linkId(),
    day: date('day').notNull(),
    host: text('host').notNull(),
    visits: integer('visits').notNull(),
  },
  (table) => [primaryKey({ columns: [table.linkId, table.day, table.host] }), index('visit_referrer_days_day').on(table.day)],
);
