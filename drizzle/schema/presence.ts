import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Place } from '#shared/place.ts';
import { instant } from './columns.ts';
import { decks } from './decks.ts';
import { users } from './users.ts';

/*
 * Presence: who is viewing which deck. The migration makes these tables UNLOGGED, which drizzle cannot express: they are written
 * often, and their rows are useless after a crash, which truncates them.
 */

/**
 * Server processes with event streams. A process that has not updated `seenAt` for a while is considered dead and deleted with
 * its streams.
 */
export const liveInstances = pgTable('live_instances', {
  id: text('id').primaryKey(),
  seenAt: instant('seen_at').notNull(),
});

/** Open event streams, one per browser. */
export const liveStreams = pgTable(
  'live_streams',
  {
    /** Chosen by the browser. */
    id: text('id').primaryKey(),
    instanceId: text('instance_id')
      .notNull()
      .references(() => liveInstances.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /**
     * Identifies the connection. If a browser reconnects with the same id, the end of the old connection must not delete this
     * row.
     */
    opening: text('opening').notNull(),
  },
  (table) => [index('live_streams_instance').on(table.instanceId), index('live_streams_user').on(table.userId)],
);

/** The position of each window of a browser in a deck. */
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
    /** The version to which `place` belongs, as the window has reported it. */
    versionId: text('version_id'),
    /** The talk that the window follows. Null: none. */
    following: text('following'),
  },
  (table) => [primaryKey({ columns: [table.streamId, table.clientId, table.deckId] }), index('presences_deck').on(table.deckId)],
);
