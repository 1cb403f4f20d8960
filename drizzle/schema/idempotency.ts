import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { users } from './users.ts';

/** What was answered to uploads that carried an `Idempotency-Key`, for a day. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Method and path: one key may be used once on each. */
    route: text('route').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of the uploaded bytes. */
    digest: text('digest').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The id of what was made; null while it is being made. */
    resultId: text('result_id'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.route, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
  ],
);
