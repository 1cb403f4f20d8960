import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Role } from '#shared/people.ts';
import { instant } from './columns.ts';

/**
 * SQL of the words of a text in lower case, each after a space. The characters between words include those that have a meaning in patterns of
 * `like`, so that the words of a query can be used as a pattern.
 */
export function wordsOf(source: SQLWrapper): SQL {
  return sql`' ' || translate(lower(${source}), '@.,-_+()"&%/\\''', '              ')`;
}

/** People. better-auth defines the columns up to `updatedAt`, and the tables `sessions`, `accounts` and `verifications`. */
export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** In lower case. */
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    role: text('role').$type<Role>().notNull().default('user'),
    /** Null unless the account is disabled: the person then cannot sign in. Disabling an account deletes its sessions. */
    disabledAt: instant('disabled_at'),
    /** Since when the person has a second factor. Null: they have none. */
    twoFactorSince: instant('two_factor_since'),
  },
  (table) => [
    uniqueIndex('users_email_unique').on(table.email),
    index('users_admins')
      .on(table.id)
      .where(sql`${table.role} = 'admin'`),
    index('users_name').on(sql`lower(${table.name})`, table.id),
    index('users_words')
      .using('gin', sql`(${wordsOf(sql`${table.name} || ' ' || ${table.email}`)}) gin_trgm_ops`)
      .with({ fastupdate: false }),
    check('users_email_lower_case', sql`${table.email} = lower(${table.email})`),
    check('users_role_known', sql`${table.role} in ('user', 'admin')`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
    token: text('token').notNull().unique('sessions_token_unique'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('sessions_expires').on(table.expiresAt),
    index('sessions_user_used').on(table.userId, table.updatedAt, table.id),
  ],
);

/**
 * Sign-in methods of a person. With the provider id `credential`, `password` is the password hash. Other provider ids are issuers of
 * OpenID Connect, and `account_id` is what the issuer calls the person.
 */
export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('accounts_user_id').on(table.userId),
    uniqueIndex('accounts_identity_unique')
      .on(table.providerId, table.accountId)
      .where(sql`${table.providerId} <> 'credential'`),
    uniqueIndex('accounts_identity_of_user_unique')
      .on(table.userId, table.providerId)
      .where(sql`${table.providerId} <> 'credential'`),
  ],
);

export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('verifications_identifier').on(table.identifier)],
);

/** Points consumed of a rate limit, shared by all server processes. rate-limiter-flexible defines the columns. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    expire: instant('expire'),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
);
