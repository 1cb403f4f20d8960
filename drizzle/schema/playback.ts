import type { Capability } from 'deck-format';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { versions } from './decks.ts';
import { apiKeys } from './keys.ts';
import { sessions, users } from './users.ts';

/**
 * A capability address: who holds the token reads the entries of one version. It dies with the
 * session or key that asked for it and with the version, by the foreign keys.
 */
export const playbackGrants = pgTable(
  'playback_grants',
  {
    /** SHA-256 of the token. */
    tokenHash: text('token_hash').primaryKey(),
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    /** Who asked for it: a session or a key, and never both. */
    sessionId: text('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    keyId: text('key_id').references(() => apiKeys.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    check('playback_grants_one_credential', sql`num_nonnulls(${table.sessionId}, ${table.keyId}) = 1`),
    index('playback_grants_session').on(table.sessionId),
    index('playback_grants_key').on(table.keyId),
    index('playback_grants_expires').on(table.expiresAt),
    index('playback_grants_version').on(table.versionId),
  ],
);

/**
 * What somebody trusts a deck with. It is said of a package's bytes, so it counts for every deck and version
 * that holds them, and for nothing that is uploaded later.
 */
export const deckTrust = pgTable(
  'deck_trust',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fingerprint: text('fingerprint').notNull(),
    /** Other hosts that it may load from. */
    hosts: text('hosts').array().notNull(),
    /** What it was granted of what its manifest asks for; null: nobody has asked. */
    capabilities: text('capabilities').array().$type<Capability[]>(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.fingerprint] })],
);
