import { betterAuth } from 'better-auth/minimal';
import { APIError } from 'better-auth/api';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import type { Logger } from 'pino';
import { accounts, invites, sessions, users, verifications } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';
import type { OwnOrigins } from '#server/http/own-origins.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '#shared/limits.ts';
import { inviteGate } from './invite-gate.ts';
import { hashPassword, isPasswordOf } from './passwords.ts';
import { sessionOpening } from './session-opening.ts';
import { sessionCookieName } from './session-cookie.ts';
import { SESSION_IDLE_SECONDS, SESSION_PROLONGED_SECONDS } from './session-life.ts';

/** The header that passes the client's address to the library. We set it; it is never taken from the client. */
export const CLIENT_ADDRESS_HEADER = 'x-lectern-client-address';

interface Dependencies {
  readonly db: Database;
  readonly origins: OwnOrigins;
  /** Signs the cookies. */
  readonly secret: string;
  readonly log: Logger;
}

/**
 * The configured auth library: passwords, sessions in the database, sign-up by invite. Only its functions are used; none of its
 * routes is mounted, so features that we do not offer have no route.
 */
export function createAuth({ db, origins, secret, log }: Dependencies) {
  return betterAuth({
    baseURL: origins.base,
    secret,
    trustedOrigins: () => [...origins.all],
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications, invite: invites },
      // Without a transaction a failing sign-up would leave a user behind and use up the invite.
      transaction: true,
    }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      password: { hash: hashPassword, verify: ({ hash, password }) => isPasswordOf(hash, password) },
    },
    user: {
      additionalFields: {
        role: { type: 'string', input: false, required: false },
        disabledAt: { type: 'date', input: false, required: false },
        twoFactorSince: { type: 'date', input: false, required: false },
      },
    },
    session: { expiresIn: SESSION_IDLE_SECONDS, updateAge: SESSION_PROLONGED_SECONDS },
    databaseHooks: {
      session: { create: { before: (session) => refuseDisabled(db, session.userId) } },
    },
    plugins: [inviteGate(), sessionOpening()],
    // The routes that call the library have their own limits.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // The library would print statements with their parameters, including password hashes; our log removes those.
    logger: { level: 'error', log: (_level, message, err: unknown) => log.warn({ err, from: 'better-auth' }, message) },
    advanced: {
      // The name is set explicitly: the library would add its own prefix.
      useSecureCookies: false,
      cookies: { session_token: { name: sessionCookieName(origins.isSecure) } },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: origins.isSecure },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;

async function refuseDisabled(db: Database, userId: string): Promise<void> {
  const user = await db.query.users.findFirst({ columns: { disabledAt: true }, where: (table, { eq }) => eq(table.id, userId) });
  if (user && user.disabledAt !== null) throw new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD' });
}

/** Makes `Headers` for the auth library from the values that are defined. */
export function toHeaders(values: Record<string, string | undefined>): Headers {
  const present = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new Headers(present);
}
