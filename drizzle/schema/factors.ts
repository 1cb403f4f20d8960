import { type AnyPgColumn, bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { users } from './users.ts';

const ofUser = () =>
  text('user_id')
    .notNull()
    .references((): AnyPgColumn => users.id, { onDelete: 'cascade' });

/** The authenticator apps of people, at most one for each. Secrets are encrypted: see `server/auth/factors/totp.ts`. */
export const authenticatorApps = pgTable('authenticator_apps', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Null until the first code of the app has been confirmed. */
  secret: text('secret'),
  confirmedAt: instant('confirmed_at'),
  /** The secret of an app that is being set up. */
  pendingSecret: text('pending_secret'),
  /** The time step of the last code that was used: that code and earlier ones are refused. */
  usedStep: integer('used_step').notNull().default(0),
});

/** Keys with which people sign in without a password (Web Authentication). The public half is stored. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: ofUser(),
    /** The id that the key has in its device, in base64url. */
    credentialId: text('credential_id').notNull().unique('passkeys_credential_id_unique'),
    /** In COSE form (RFC 9052), in base64url. */
    publicKey: text('public_key').notNull(),
    /** How often the key says that it has signed. Keys that are copied between devices always say 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    isSynced: boolean('is_synced').notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId, table.createdAt)],
);

/** Recovery codes that have not been used. Only the SHA-256 is stored. */
export const recoveryCodes = pgTable('recovery_codes', { userId: ofUser(), codeHash: text('code_hash').notNull() }, (table) => [
  primaryKey({ name: 'recovery_codes_pkey', columns: [table.userId, table.codeHash] }),
]);

/** Browsers in which a person need not give a second factor. Only the SHA-256 of the token in the browser's cookie is stored. */
export const trustedDevices = pgTable(
  'trusted_devices',
  {
    id: text('id').primaryKey(),
    userId: ofUser(),
    tokenHash: text('token_hash').notNull().unique('trusted_devices_token_hash_unique'),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('trusted_devices_user').on(table.userId, table.createdAt),
    index('trusted_devices_expires').on(table.expiresAt),
  ],
);

/**
 * Sign-ins that lack their second step. Only the SHA-256 of the token in the browser's cookie is stored. A row gives no access; what ends
 * the sessions of a person deletes these rows as well.
 */
export const pendingSignIns = pgTable(
  'pending_sign_ins',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: ofUser(),
    /** The number of wrong codes. */
    failures: integer('failures').notNull().default(0),
    /** Whether the second step has succeeded. The session is opened next, and the row deleted. */
    isPassed: boolean('is_passed').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('pending_sign_ins_user').on(table.userId, table.createdAt),
    index('pending_sign_ins_expires').on(table.expiresAt),
  ],
);
