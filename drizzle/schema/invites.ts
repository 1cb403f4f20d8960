import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import type { Role } from '#shared/roles.ts';
import { instant } from './columns.ts';
import { users } from './users.ts';

/** One row, one seat. Only the token's SHA-256 is kept: a copy of the database opens no door. */
export const invites = pgTable(
  'invites',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique('invites_token_hash_unique'),
    role: text('role').$type<Role>().notNull(),
    /** The only address it is good for, in lower case; null: anyone's. */
    email: text('email'),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    /** Null: made by the server for the first admin, or its maker was removed. */
    createdById: text('created_by_id').references(() => users.id, { onDelete: 'set null' }),
    /** True for the link that the server prints while there is no user; each start replaces it. */
    firstRun: boolean('first_run').notNull().default(false),
    usedAt: instant('used_at'),
    /** Set in the statement that claims the invite, when its user is not yet there: hence no foreign key. */
    usedById: text('used_by_id'),
  },
  (table) => [
    index('invites_unused_of')
      .on(table.createdById)
      .where(sql`${table.usedAt} is null`),
    index('invites_created').on(table.createdAt, table.id),
    index('invites_created_by').on(table.createdById),
    index('invites_first_run')
      .on(table.id)
      .where(sql`${table.firstRun}`),
    check('invites_role_known', sql`${table.role} in ('user', 'admin')`),
  ],
);
