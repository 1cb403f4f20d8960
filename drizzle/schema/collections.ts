import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Visibility } from '#shared/decks.ts';
import { instant } from './columns.ts';
import { decks } from './decks.ts';
import { users } from './users.ts';

/** Collections of decks. `private`: of its owner; `team`: everyone who is signed in sees it and puts decks into it. */
export const collections = pgTable(
  'collections',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    visibility: text('visibility').$type<Visibility>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When the name, the visibility or the decks last changed. */
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    // Lists are sorted by name: of all collections, of one owner and of one visibility.
    index('collections_name').on(sql`lower(${table.name})`, table.id),
    index('collections_owner_name').on(table.ownerId, sql`lower(${table.name})`, table.id),
    index('collections_visibility_name').on(table.visibility, sql`lower(${table.name})`, table.id),
    check('collections_visibility_known', sql`${table.visibility} in ('private', 'team')`),
  ],
);

/** The decks of collections. Who may not read a deck does not see it in any collection. A row is only written while its collection is locked. */
export const collectionDecks = pgTable(
  'collection_decks',
  {
    collectionId: text('collection_id')
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
    deckId: text('deck_id')
      .notNull()
      .references(() => decks.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.collectionId, table.deckId] }), index('collection_decks_deck').on(table.deckId)],
);

/** The decks that users have starred. */
export const deckStars = pgTable(
  'deck_stars',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deckId: text('deck_id')
      .notNull()
      .references(() => decks.id, { onDelete: 'cascade' }),
    starredAt: instant('starred_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deckId] }), index('deck_stars_deck').on(table.deckId)],
);
