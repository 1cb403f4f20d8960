import { APIError } from 'better-auth/api';
import { desc, eq, inArray } from 'drizzle-orm';
import { sessions, users } from '#drizzle/schema/index.ts';
import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { Database } from '#server/db/connect.ts';
import type { User } from '#shared/accounts.ts';
import { SESSIONS_MAX } from '#shared/limits.ts';
import type { SignInFactor } from '#shared/two-factor-rules.ts';
import type { Auth } from './better-auth.ts';
import { type Client, headersOf } from './client.ts';
import { holdPeople } from './credentials.ts';
import type { Revocations } from './revocations.ts';
import { sessionTokenOf } from './session-cookie.ts';
import { serializeUser } from './sessions.ts';

/** A user who has been signed in, and the headers that set the session cookie. */
export interface Admission {
  readonly user: User;
  readonly headers: Headers;
}

interface Dependencies {
  readonly auth: Auth;
  readonly db: Database;
  readonly revocations: Pick<Revocations, 'announce'>;
  readonly trail: Pick<AuditTrail, 'record'>;
  /** Signs the session cookie. */
  readonly secret: string;
  readonly cookieName: string;
}

/** Opens sessions for users who have been identified. Every way to sign in ends here. */
export class SessionOpener {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Signs a user in. Ends the session that the browser had, also that of someone else, and the user's least recently used one if there are too many.
   *
   * @param factors what the user has signed in with
   * @param isStillGood as for `open`
   */
  async signIn(
    userId: string,
    client: Client,
    factors: readonly SignInFactor[],
    isStillGood: () => Promise<boolean>,
  ): Promise<Admission | null> {
    const admission = await this.open(userId, client, isStillGood);
    if (admission === null) return null;
    const { id, name } = admission.user;
    const details = { userAgent: client.userAgent ?? null, factors };
    await this.#dependencies.trail.record({ kind: 'session.started', actor: { id, name }, details });
    await this.endEarlier(client);
    await this.#endOldest(id);
    return admission;
  }

  /**
   * Opens a session without recording a sign-in. Null if the account is disabled, or no longer good.
   *
   * @param isStillGood whether what the session relies on, such as the password, is still good. It is called when the session exists:
   * a change that ends all sessions either ends this one or is seen here.
   */
  async open(userId: string, client: Client, isStillGood: () => Promise<boolean>): Promise<Admission | null> {
    const { auth, db } = this.#dependencies;
    const opened = await auth.api
      .openSession({ body: { userId }, headers: headersOf(client), returnHeaders: true })
      .catch(refusedByHook);
    if (opened === null) return null;
    if (!(await isStillGood())) {
      await db.delete(sessions).where(eq(sessions.token, opened.response.token));
      return null;
    }
    return { user: await this.#user(userId), headers: opened.headers };
  }

  /**
   * Ends the session that a browser had before it got a new one, whose cookie replaces the old one. That is not announced: the event streams
   * of its other windows would end before the browser has the new cookie, and ask the person to sign in.
   */
  async endEarlier({ cookie }: Pick<Client, 'cookie'>): Promise<void> {
    const { db, secret, cookieName } = this.#dependencies;
    const token = cookie === undefined ? null : sessionTokenOf(cookie, cookieName, secret);
    if (token !== null) await db.delete(sessions).where(eq(sessions.token, token));
  }

  async #user(id: string): Promise<User> {
    const [user] = await this.#dependencies.db.select().from(users).where(eq(users.id, id));
    if (user === undefined) throw new Error('the user of a new session is not there');
    return serializeUser(user);
  }

  async #endOldest(userId: string): Promise<void> {
    const { db, revocations } = this.#dependencies;
    const tooMany = await db
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(sessions.updatedAt), desc(sessions.id))
      .offset(SESSIONS_MAX);
    if (tooMany.length === 0) return;
    const ids = tooMany.map(({ id }) => id);
    await db.transaction(async (tx) => {
      await holdPeople(tx, [userId], 'no key update');
      await tx.delete(sessions).where(inArray(sessions.id, ids));
    });
    await revocations.announce();
  }
}

/** A hook refuses sessions of disabled accounts. */
function refusedByHook(fault: unknown): null {
  if (fault instanceof APIError && fault.statusCode < 500) return null;
  throw fault;
}
