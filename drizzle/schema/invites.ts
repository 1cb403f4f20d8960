import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import type { Role } from '#shared/people.ts';
import { instant } from './columns.ts';
import { users } from './users.ts';

/**
 * Each invite creates one account. Only the SHA-256 of the token is stored, so that a copy of the database contains no valid
 * token.
 */
export const invites = pgTable(
  'invites',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique('invites_token_hash_unique'),
    role: text('role').$type<Role>().notNull(),
    /** The only address that may use the invite, in lower case. Null: any address. */
    email: text('email'),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    /** Null if the server created the invite for the first admin, or if the person has been removed. */
    createdById: text('created_by_id').references(() => users.id, { onDelete: 'set null' }),
    /** True for the invite that the server prints while there are no users. Each start replaces it. */
    firstRun: boolean('first_run').notNull().default(false),
    usedAt: instant('used_at'),
    /** Not a foreign key: it is set in the statement that claims the invite, before the user is inserted. */
    usedById: text('used_by_id'),
  },
  (table) => [
    index('invites_unused_of')
      .on(table.createdById)
      .where(sql`${table.usedAt} is null`),
    index('invites_unused_expires')
      .on(table.expiresAt)
      .where(sql`${table.usedAt} is null`),
    index('invites_created').on(table.createdAt, table.id),
    index('invites_created_by').on(table.createdById),
    index('invites_first_run')
      .on(table.id)
      .where(sql`${table.firstRun}`),
    check('invites_role_known', sql`${table.role} in ('user', 'admin')`),
  ],
);
