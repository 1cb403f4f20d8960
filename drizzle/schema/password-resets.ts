import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { users } from './users.ts';

/**
 * Links with which people who have forgotten their password set a new one: at most one for each person, because a new link replaces the
 * one before. Only the SHA-256 of the token is stored. Using the link deletes the row.
 */
export const passwordResets = pgTable(
  'password_resets',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique('password_resets_token_hash_unique'),
    /** The admin who made the link. Null if it was made on the server itself. */
    createdById: text('created_by_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Made by the command line: it also works, and signs the person in, while passwords are switched off. */
    madeOnServer: boolean('made_on_server').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('password_resets_created_by').on(table.createdById), index('password_resets_expires').on(table.expiresAt)],
);
