import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Place } from '#shared/place.ts';
import { instant } from './columns.ts';
import { decks } from './decks.ts';
import { users } from './users.ts';

/** Where and when each person last had a deck open in the player. */
export const deckOpenings = pgTable(
  'deck_openings',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deckId: text('deck_id')
      .notNull()
      .references(() => decks.id, { onDelete: 'cascade' }),
    /** See `slides.slideKey`: it finds the slide in later versions. */
    slideKey: text('slide_key').notNull(),
    /** The position of the slide at that time. It counts if the current version does not have the slide. */
    slideIndex: integer('slide_index').notNull(),
    /** The position inside the slide, as in a place. */
    inner: jsonb('inner').$type<NonNullable<Place['inner']>>(),
    /** The name of the inner slide, by which it is found in later versions. */
    innerName: text('inner_name'),
    openedAt: instant('opened_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.deckId] }),
    index('deck_openings_user_opened').on(table.userId, table.openedAt, table.deckId),
    index('deck_openings_deck').on(table.deckId),
  ],
);
