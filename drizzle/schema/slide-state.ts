import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { changeNumber } from './deck-feeds.ts';
import { decks } from './decks.ts';
import { users } from './users.ts';

/**
 * A table that keeps one value of the team per slide of a deck: notes and annotations are two of them.
 *
 * `valueColumn` is null after a deletion; the row stays, because revisions go on counting.
 */
export function slideStateTable<Name extends string>(name: Name, valueColumn: string) {
  return pgTable(
    name,
    {
      deckId: text('deck_id')
        .notNull()
        .references(() => decks.id, { onDelete: 'cascade' }),
      /** The slide's identity, not its position: see `slides.slideKey`. */
      slideKey: text('slide_key').notNull(),
      value: text(valueColumn),
      revision: integer('revision').notNull(),
      updatedAt: instant('updated_at').notNull(),
      /** Null once that person was removed. */
      updatedById: text('updated_by_id').references(() => users.id, { onDelete: 'set null' }),
      seq: changeNumber('seq'),
    },
    (table) => [
      primaryKey({ columns: [table.deckId, table.slideKey] }),
      index(`${name}_changes`).on(table.deckId, table.seq),
      index(`${name}_updated_by`).on(table.updatedById),
    ],
  );
}

export type SlideStateTable = ReturnType<typeof slideStateTable<string>>;
