import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { decks } from './decks.ts';
import { users } from './users.ts';

/** What a note was, and is: one row for each state that somebody left it in, the latest of them the one that stands. */
export const noteHistory = pgTable(
  'note_history',
  {
    deckId: text('deck_id')
      .notNull()
      .references(() => decks.id, { onDelete: 'cascade' }),
    /** The slide's identity, not its position: see `slides.slideKey`. */
    slideKey: text('slide_key').notNull(),
    /** The note's revision in this state: the last, where several saves made it. */
    revision: integer('revision').notNull(),
    /** Null: it was deleted. */
    body: text('body'),
    /** The first save of this state, and the last. */
    beganAt: instant('began_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** Null once that person was removed. */
    changedById: text('changed_by_id').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.deckId, table.slideKey, table.revision] }),
    index('note_history_changed_by').on(table.changedById),
  ],
);
