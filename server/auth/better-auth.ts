import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import type { Logger } from 'pino';
import { accounts, invites, sessions, users, verifications } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';
import type { OwnOrigins } from '#server/http/own-origins.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '#shared/limits.ts';
import { inviteGate } from './invite-gate.ts';
import { hashPassword, isPasswordOf } from './passwords.ts';
import { sessionCookieName } from './session-cookie.ts';
import { SESSION_IDLE_SECONDS, SESSION_PROLONGED_SECONDS } from './session-life.ts';

/** The header in which the client's address is handed to the library; set by us, never taken from the client. */
export const CLIENT_ADDRESS_HEADER = 'x-lectern-client-address';

interface Dependencies {
  readonly db: Database;
  readonly origins: OwnOrigins;
  /** Signs the cookies. */
  readonly secret: string;
  readonly log: Logger;
}

/**
 * The auth library, set up: passwords, sessions in the database, sign-up by invite. It is used through
 * its functions; none of its own routes is mounted, so those we do not offer do not exist.
 */
export function createAuth({ db, origins, secret, log }: Dependencies) {
  return betterAuth({
    baseURL: origins.base,
    secret,
    trustedOrigins: [...origins.all],
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications, invite: invites },
      // Without it a failing sign-up would leave its user behind and burn the invite.
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
      },
    },
    session: { expiresIn: SESSION_IDLE_SECONDS, updateAge: SESSION_PROLONGED_SECONDS },
    databaseHooks: {
      session: { create: { before: (session) => refuseDisabled(db, session.userId) } },
    },
    plugins: [inviteGate()],
    // The routes that call the library have limits of their own.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // It would print statements with their parameters, password hashes among them; our log takes those out.
    logger: { level: 'error', log: (_level, message, err: unknown) => log.warn({ err, from: 'better-auth' }, message) },
    advanced: {
      // Its name is given outright: the library would put a prefix of its own before it.
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
