import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { DeckAccess } from '#shared/deck-people.ts';
import { instant } from './columns.ts';
import { decks } from './decks.ts';
import { users } from './users.ts';

/** The users with whom a deck is shared by name. The owner is not among them. A row is only changed while the deck's row is locked. */
export const deckPeople = pgTable(
  'deck_people',
  {
    deckId: text('deck_id')
      .notNull()
      .references(() => decks.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    access: text('access').$type<DeckAccess>().notNull(),
    addedAt: instant('added_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.deckId, table.userId] }),
    index('deck_people_user').on(table.userId, table.deckId),
    check('deck_people_access_known', sql`${table.access} in ('read', 'edit')`),
  ],
);
