import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Place } from '#shared/place.ts';
import { instant } from './columns.ts';
import { decks } from './decks.ts';
import { users } from './users.ts';

/*
 * Who is there right now. These three are UNLOGGED (the migration says so; drizzle has no word for it): they are written
 * often and are worth nothing after a crash of the database, which empties them.
 */

/** A server process that holds streams. One that has not been seen for a while is dead, and all that hangs on it goes. */
export const liveInstances = pgTable('live_instances', {
  id: text('id').primaryKey(),
  seenAt: instant('seen_at').notNull(),
});

/** An open event stream of somebody's browser. */
export const liveStreams = pgTable(
  'live_streams',
  {
    /** Made by the browser. */
    id: text('id').primaryKey(),
    instanceId: text('instance_id')
      .notNull()
      .references(() => liveInstances.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Tells this opening of the stream from an earlier one, whose end may come later. */
    opening: text('opening').notNull(),
  },
  (table) => [index('live_streams_instance').on(table.instanceId), index('live_streams_user').on(table.userId)],
);

/** Where a window of a stream's browser is in a deck. */
export const presences = pgTable(
  'presences',
  {
    streamId: text('stream_id')
      .notNull()
      .references(() => liveStreams.id, { onDelete: 'cascade' }),
    clientId: text('client_id').notNull(),
    deckId: text('deck_id')
      .notNull()
      .references(() => decks.id, { onDelete: 'cascade' }),
    place: jsonb('place').$type<Place>().notNull(),
    /** The talk that the window follows. */
    following: text('following'),
  },
  (table) => [primaryKey({ columns: [table.streamId, table.clientId, table.deckId] }), index('presences_deck').on(table.deckId)],
);
