import { index, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { DeckDetail } from '#shared/decks.ts';
import { instant } from './columns.ts';
import { versions } from './decks.ts';
import { users } from './users.ts';

/**
 * Uploads with an `Idempotency-Key`, for one day: those in progress, and the responses of those that are complete. A row is deleted
 * with the version that its upload created, so there are at most as many responses as versions.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Method and path. The same key may be used once for each of them. */
    route: text('route').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of the request: the uploaded bytes and the fields of the form. */
    digest: text('digest').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The attempt that holds the lease. Only this attempt may write the response. */
    holder: text('holder').notNull(),
    /** A running attempt extends its lease. After this time, another attempt may take over. */
    leaseUntil: instant('lease_until').notNull(),
    /** The version that the upload created. Null while the upload is in progress. */
    versionId: text('version_id').references(() => versions.id, { onDelete: 'cascade' }),
    /**
     * The body of the response without the manifest, which is in `packages`. The type is `json` because it keeps the order of
     * keys.
     */
    answer: json('answer').$type<Omit<DeckDetail, 'manifest'>>(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.route, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
    index('idempotency_keys_version').on(table.versionId),
  ],
);
