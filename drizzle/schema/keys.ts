import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import type { KeyAccess } from '#shared/keys.ts';
import { instant } from './columns.ts';
import { users } from './users.ts';

/**
 * API keys. Only the SHA-256 of the secret is stored. `prefix` is the first part of the secret, so that people can tell keys
 * apart.
 */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    prefix: text('prefix').notNull(),
    secretHash: text('secret_hash').notNull().unique('api_keys_secret_hash_unique'),
    access: text('access').$type<KeyAccess>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Null if the key does not expire. */
    expiresAt: instant('expires_at'),
    /** Updated at most once a minute. Null if the key has not been used. */
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    index('api_keys_user').on(table.userId, table.createdAt, table.id),
    check('api_keys_access_known', sql`${table.access} in ('read', 'full')`),
  ],
);
