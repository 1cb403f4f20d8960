import type { Capability } from 'deck-format';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { decks, versions } from './decks.ts';
import { apiKeys } from './keys.ts';
import { links } from './links.ts';
import { renderJobs } from './rendering.ts';
import { sessions, users } from './users.ts';

/**
 * Playback addresses. Anyone who has the token can read the files of one version. The foreign keys delete a grant with the session,
 * the API key, the link or the render job that it was made for, and with the version. See docs/security.md.
 */
export const playbackGrants = pgTable(
  'playback_grants',
  {
    /** SHA-256 of the token. */
    tokenHash: text('token_hash').primaryKey(),
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    /** The session, the API key or the link with which the grant was requested, or what the renderer uses it for. Exactly one of the five is set. */
    sessionId: text('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    keyId: text('key_id').references(() => apiKeys.id, { onDelete: 'cascade' }),
    linkId: text('link_id').references(() => links.id, { onDelete: 'cascade' }),
    jobId: text('job_id').references(() => renderJobs.id, { onDelete: 'cascade' }),
    /** Pictures that were asked for (`requested_pictures`) and are being made. The grant is deleted after that. */
    picturesId: text('pictures_id'),
    /** Who may use it: network and platform of the clients that asked for it, the latest first. */
    clients: text('clients')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    check(
      'playback_grants_one_credential',
      sql`num_nonnulls(${table.sessionId}, ${table.keyId}, ${table.linkId}, ${table.jobId}, ${table.picturesId}) = 1`,
    ),
    index('playback_grants_session').on(table.sessionId, table.expiresAt),
    index('playback_grants_key').on(table.keyId, table.expiresAt),
    index('playback_grants_link').on(table.linkId, table.expiresAt),
    index('playback_grants_job').on(table.jobId),
    index('playback_grants_expires').on(table.expiresAt),
    index('playback_grants_version').on(table.versionId),
  ],
);

/**
 * The hosts and capabilities that a person has allowed a deck. They are stored by fingerprint, so they apply to every version with
 * the same bytes, and not to versions that are uploaded later.
 */
export const deckTrust = pgTable(
  'deck_trust',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fingerprint: text('fingerprint').notNull(),
    /** Hosts from which the deck may load. */
    hosts: text('hosts').array().notNull(),
    /** The capabilities that the person has granted. Null if the person has not been asked. */
    capabilities: text('capabilities').array().$type<Capability[]>(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.fingerprint] }),
    index('deck_trust_user_updated').on(table.userId, table.updatedAt),
  ],
);

/** What people who may edit a deck have decided for everyone who opens it. It applies to all versions of the deck. */
export const deckSettings = pgTable('deck_settings', {
  deckId: text('deck_id')
    .primaryKey()
    .references(() => decks.id, { onDelete: 'cascade' }),
  /** Hosts from which the deck may load. Null if each viewer decides. */
  hosts: text('hosts').array(),
  /** CSS selector of the slides inside the deck's documents. Null if the player finds them itself. */
  slideSelector: text('slide_selector'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});
