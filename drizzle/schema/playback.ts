import { index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { versions } from './decks.ts';
import { sessions } from './users.ts';

/**
 * A capability address: who holds the token reads the entries of one version. It dies with the
 * session that asked for it and with the version, by the foreign keys.
 */
export const playbackGrants = pgTable(
  'playback_grants',
  {
    /** SHA-256 of the token. */
    tokenHash: text('token_hash').primaryKey(),
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    unique('playback_grants_session_version_unique').on(table.sessionId, table.versionId),
    index('playback_grants_version').on(table.versionId),
  ],
);
