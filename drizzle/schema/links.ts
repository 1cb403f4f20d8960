import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { AskFor } from '#shared/links.ts';
import { instant } from './columns.ts';
import { decks, versions } from './decks.ts';
import { users } from './users.ts';

/**
 * Links that let anyone who has one see a deck, without an account. The secret in the address is not stored: it is made of the id and
 * the server's secret (`server/links/link-tokens.ts`).
 */
export const links = pgTable(
  'links',
  {
    id: text('id').primaryKey(),
    deckId: text('deck_id')
      .notNull()
      .references(() => decks.id, { onDelete: 'cascade' }),
    /** The version that is shown. Null: always the current one. */
    versionId: text('version_id').references(() => versions.id, { onDelete: 'cascade' }),
    name: text('name'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Null if the person has been removed. The link goes on: it belongs to the deck. */
    createdById: text('created_by_id').references(() => users.id, { onDelete: 'set null' }),
    /** Null: it does not expire. */
    expiresAt: instant('expires_at'),
    /** Null: visitors need no password. A new hash ends all that was granted with the old one. */
    passwordHash: text('password_hash'),
    allowDownload: boolean('allow_download').notNull().default(false),
    allowEmbedding: boolean('allow_embedding').notNull().default(false),
    /** The origins of the sites that may embed the deck. Empty: every site. */
    embedOrigins: text('embed_origins')
      .array()
      .notNull()
      .default(sql`'{}'`),
    showNotes: boolean('show_notes').notNull().default(false),
    showDrawings: boolean('show_drawings').notNull().default(false),
    allowComments: boolean('allow_comments').notNull().default(false),
    askFor: text('ask_for').$type<AskFor>().notNull().default('nothing'),
    paused: boolean('paused').notNull().default(false),
    visitCount: integer('visit_count').notNull().default(0),
    lastVisitAt: instant('last_visit_at'),
  },
  (table) => [
    index('links_deck_created').on(table.deckId, table.createdAt, table.id),
    index('links_version').on(table.versionId),
    index('links_created_by').on(table.createdById),
    check('links_ask_for_known', sql`${table.askFor} in ('nothing', 'name', 'email')`),
  ],
);
