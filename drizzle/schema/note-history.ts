import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { decks } from './decks.ts';
import { users } from './users.ts';

/** The states of a note: one row for each editing session of a person. The last row is the current note. */
export const noteHistory = pgTable(
  'note_history',
  {
    deckId: text('deck_id')
      .notNull()
      .references(() => decks.id, { onDelete: 'cascade' }),
    /** See `slides.slideKey`. */
    slideKey: text('slide_key').notNull(),
    /** As in `notes`. */
    inner: text('inner').notNull().default(''),
    /** The note's revision after the last save of this state. */
    revision: integer('revision').notNull(),
    /** Null if the note was deleted. */
    body: text('body'),
    /** Time of the first save of this state. */
    beganAt: instant('began_at').notNull(),
    /** Time of the last save of this state. */
    changedAt: instant('changed_at').notNull(),
    /** Null if the person has been removed. */
    changedById: text('changed_by_id').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.deckId, table.slideKey, table.inner, table.revision] }),
    index('note_history_deck').on(table.deckId, table.changedAt),
    index('note_history_changed_by').on(table.changedById),
  ],
);
