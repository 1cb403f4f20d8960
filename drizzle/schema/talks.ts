import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Place } from '#shared/place.ts';
import type { Talk } from '#shared/talks.ts';
import { instant } from './columns.ts';
import { changeNumber } from './deck-feeds.ts';
import { decks, versions } from './decks.ts';
import { users } from './users.ts';

/** A presenter's runs through a deck. One that is over stays as a row until it is cleared away, so that whoever was away learns that it ended. */
export const talks = pgTable(
  'talks',
  {
    id: text('id').primaryKey(),
    deckId: text('deck_id')
      .notNull()
      .references(() => decks.id, { onDelete: 'cascade' }),
    /** The one it is given on, whatever the deck's current version is meanwhile. */
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    /** Null once that person was removed; the talk is over then. */
    presenterId: text('presenter_id').references(() => users.id, { onDelete: 'set null' }),
    place: jsonb('place').$type<Place>().notNull(),
    blank: text('blank').$type<NonNullable<Talk['blank']>>(),
    /** The clock, as `talkClockSchema` says. */
    elapsedMs: bigint('elapsed_ms', { mode: 'number' }).notNull(),
    runningSince: instant('running_since'),
    plannedSeconds: integer('planned_seconds'),
    revision: integer('revision').notNull(),
    movedBy: text('moved_by').notNull(),
    startedAt: instant('started_at').notNull(),
    /** The presenter's last sign of life that was noted. */
    seenAt: instant('seen_at').notNull(),
    endedAt: instant('ended_at'),
    seq: changeNumber('seq'),
  },
  (table) => [
    uniqueIndex('talks_one_running')
      .on(table.deckId, table.presenterId)
      .where(sql`${table.endedAt} is null`),
    index('talks_changes').on(table.deckId, table.seq),
    index('talks_ended').on(table.endedAt),
    index('talks_version').on(table.versionId),
    index('talks_presenter').on(table.presenterId),
    check('talks_blank_known', sql`${table.blank} in ('black', 'white')`),
  ],
);

/** The code that pairs the next remote of a talk: one at a time, good once. Only its SHA-256 is kept. */
export const talkPairings = pgTable('talk_pairings', {
  talkId: text('talk_id')
    .primaryKey()
    .references(() => talks.id, { onDelete: 'cascade' }),
  codeHash: text('code_hash').notNull().unique('talk_pairings_code_hash_unique'),
  expiresAt: instant('expires_at').notNull(),
});

/** Phones that steer a talk. Only the token's SHA-256 is kept. A remote that is revoked has no row. */
export const talkRemotes = pgTable(
  'talk_remotes',
  {
    id: text('id').primaryKey(),
    talkId: text('talk_id')
      .notNull()
      .references(() => talks.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique('talk_remotes_token_hash_unique'),
    /** What it calls itself. */
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Null: the presenter has not let it in yet. */
    confirmedAt: instant('confirmed_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('talk_remotes_talk').on(table.talkId)],
);
