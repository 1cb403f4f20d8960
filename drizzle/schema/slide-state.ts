import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { changeNumber } from './deck-feeds.ts';
import { decks } from './decks.ts';
import { users } from './users.ts';

/**
 * A table with one value per slide of a deck, or per inner slide, such as `notes` and `annotations`.
 *
 * @param valueColumn name of the column with the value. It is null after a deletion: the row stays, because a new value continues
 *   the revisions.
 */
export function slideStateTable<Name extends string>(name: Name, valueColumn: string) {
  return pgTable(
    name,
    {
      deckId: text('deck_id')
        .notNull()
        .references(() => decks.id, { onDelete: 'cascade' }),
      /** See `slides.slideKey`. */
      slideKey: text('slide_key').notNull(),
      /**
       * The slide inside a slide that is a whole document, as clients name it. Empty: the slide as a whole. Always empty in
       * `annotations`, whose strokes name their inner slides themselves.
       */
      inner: text('inner').notNull().default(''),
      value: text(valueColumn),
      /** Size of what is kept for the slide: of the value and, in `annotations`, of its strokes. */
      bytes: integer('bytes').notNull().default(0),
      revision: integer('revision').notNull(),
      updatedAt: instant('updated_at').notNull(),
      /** Null if the person has been removed. */
      updatedById: text('updated_by_id').references(() => users.id, { onDelete: 'set null' }),
      seq: changeNumber('seq'),
    },
    (table) => [
      primaryKey({ columns: [table.deckId, table.slideKey, table.inner] }),
      index(`${name}_changes`).on(table.deckId, table.seq),
      index(`${name}_updated_by`).on(table.updatedById),
    ],
  );
}

export type SlideStateTable = ReturnType<typeof slideStateTable<string>>;
