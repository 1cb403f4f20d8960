import { index, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { DeckDetail } from '#shared/decks.ts';
import { instant } from './columns.ts';
import { versions } from './decks.ts';
import { users } from './users.ts';

/**
 * Uploads that carried an `Idempotency-Key`, for a day: those that are running, and what the others were answered. A row goes
 * with the version that its upload made, so there are never more answers than versions.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Method and path: one key may be used once on each. */
    route: text('route').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of the whole request: the uploaded bytes and the form's fields. */
    digest: text('digest').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Which attempt has the key while it runs; nobody else may write its answer. */
    holder: text('holder').notNull(),
    /** A running attempt renews this; after it the attempt counts as dead. */
    leaseUntil: instant('lease_until').notNull(),
    /** What was made; null while it is being made. */
    versionId: text('version_id').references(() => versions.id, { onDelete: 'cascade' }),
    /** The body of the answer, but for the manifest, which the version keeps. As text, in its order. */
    answer: json('answer').$type<Omit<DeckDetail, 'manifest'>>(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.route, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
    index('idempotency_keys_version').on(table.versionId),
  ],
);
