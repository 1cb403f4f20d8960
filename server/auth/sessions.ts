import type { IncomingHttpHeaders } from 'node:http';
import { APIError } from 'better-auth/api';
import { and, eq, isNull, lt } from 'drizzle-orm';
import { sessions, users } from '#drizzle/schema/index.ts';
import { compiledSelect, type Parameter } from '#server/db/compiled.ts';
import type { Database } from '#server/db/connect.ts';
import { unavailable } from '#server/errors.ts';
import { roleSchema } from '#shared/people.ts';
import type { CurrentSession } from '#shared/accounts.ts';
import type { TwoFactorRule } from '#shared/two-factor-rules.ts';
import type { Actor } from './actor.ts';
import { type Auth, toHeaders } from './better-auth.ts';
import { rightsOf, withheldFrom } from './factors/factor-policy.ts';
import { sessionTokenOf } from './session-cookie.ts';
import {
  endOfSession,
  isLiveWithin,
  type LiveBounds,
  liveBounds,
  SESSION_IDLE_SECONDS,
  SESSION_PROLONGED_SECONDS,
} from './session-life.ts';

/** The precision of the recorded last use. A user at work sends many requests a minute. */
const NOTED_MILLISECONDS = 5 * 60 * 1000;

interface Dependencies {
  readonly auth: Auth;
  readonly db: Database;
  /** Signs the cookie. */
  readonly secret: string;
  readonly cookieName: string;
  /** Who must have a second factor. */
  readonly rule: TwoFactorRule;
}

const liveSessionOfToken = compiledSelect((query, parameter: Parameter<LiveBounds & { readonly token: string }>) =>
  query
    .select({
      id: sessions.id,
      createdAt: sessions.createdAt,
      updatedAt: sessions.updatedAt,
      expiresAt: sessions.expiresAt,
      userId: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      twoFactorSince: users.twoFactorSince,
      userCreatedAt: users.createdAt,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.disabledAt)))
    .where(and(eq(sessions.token, parameter('token')), isLiveWithin({ now: parameter('now'), oldest: parameter('oldest') }))),
);

/** Finds the user of a request's session cookie. */
export class Sessions {
  readonly #auth: Auth;
  readonly #db: Database;
  readonly #secret: string;
  readonly #cookieName: string;
  readonly #rule: TwoFactorRule;

  constructor({ auth, db, secret, cookieName, rule }: Dependencies) {
    this.#auth = auth;
    this.#db = db;
    this.#secret = secret;
    this.#cookieName = cookieName;
    this.#rule = rule;
  }

  /** Null without a live session, or when its user is disabled. Reads the database each time: an ended session is over at once. */
  async actorOf(headers: IncomingHttpHeaders): Promise<Actor | null> {
    const found = await this.#find(headers.cookie);
    if (found === null) return null;
    await this.#noteUse(found.session);
    return {
      userId: found.user.id,
      name: found.user.name,
      ...rightsOf(this.#rule, found.user),
      credential: { kind: 'session', id: found.session.id },
    };
  }

  /**
   * The live session of a cookie with its user; null when there is none or the user is disabled. Uses one statement, because every
   * request of a browser calls this; the library uses two.
   */
  async #find(cookie: string | undefined) {
    const token = cookie === undefined ? null : sessionTokenOf(cookie, this.#cookieName, this.#secret);
    if (token === null) return null;
    const [found] = await liveSessionOfToken(this.#db, { token, ...liveBounds() });
    if (found === undefined) return null;
    const { id, createdAt, updatedAt, expiresAt, userId, name, email, role, twoFactorSince, userCreatedAt } = found;
    return {
      session: { id, createdAt, updatedAt, expiresAt },
      user: { id: userId, name, email, role, twoFactorSince, createdAt: userCreatedAt },
    };
  }

  async #noteUse({ id, updatedAt }: Pick<Auth['$Infer']['Session']['session'], 'id' | 'updatedAt'>): Promise<void> {
    const due = new Date(Date.now() - NOTED_MILLISECONDS);
    if (updatedAt > due) return;
    await this.#db
      .update(sessions)
      .set({ updatedAt: new Date() })
      .where(and(eq(sessions.id, id), lt(sessions.updatedAt, due)));
  }

  /**
   * The session that the application asks for when it starts. Extends it when due: the headers then carry the renewed cookie. The cookie of a
   * session that has ended is not cleared: the browser may have got a new one meanwhile.
   */
  async current(headers: IncomingHttpHeaders): Promise<{ body: CurrentSession; headers: Headers }> {
    const found = await this.#find(headers.cookie);
    if (found !== null && !isDue(found.session)) return { headers: new Headers(), body: this.#serialize(found) };
    // The library extends sessions.
    const cookie = headers.cookie ?? '';
    const { response, headers: set } = await this.#auth.api
      .getSession({ headers: toHeaders({ cookie }), returnHeaders: true })
      .catch(endedMeanwhile)
      .catch(unreadable);
    if (response === null || !isUsable(response)) return { body: null, headers: new Headers() };
    return { headers: set, body: this.#serialize(response) };
  }

  #serialize({
    session,
    user,
  }: Pick<Usable, 'session'> & { readonly user: Parameters<typeof serializeUser>[0] }): CurrentSession {
    const shown = serializeUser(user);
    return {
      session: { id: session.id, createdAt: session.createdAt.toISOString(), expiresAt: endOfSession(session).toISOString() },
      user: shown,
      withheld: withheldFrom(this.#rule, { role: shown.role, twoFactorSince: user.twoFactorSince ?? null }),
    };
  }
}

/** The library throws a 401 when a session was deleted after it had read it. */
function endedMeanwhile(fault: unknown): { response: null; headers: Headers } {
  if (fault instanceof APIError && fault.statusCode === 401) return { response: null, headers: new Headers() };
  throw fault;
}

/** Whether a session in use must be extended. */
function isDue({ expiresAt }: { readonly expiresAt: Date }): boolean {
  return expiresAt.getTime() - Date.now() <= (SESSION_IDLE_SECONDS - SESSION_PROLONGED_SECONDS) * 1000;
}

/** The library hides the cause of its internal errors. When it reads a session, the cause is the database. */
function unreadable(fault: unknown): never {
  throw fault instanceof APIError && fault.statusCode >= 500 ? unavailable(fault) : fault;
}

type SessionUser = Auth['$Infer']['Session']['user'];

/** What decides whether a session is valid. */
interface Usable {
  readonly session: { readonly id: string; readonly createdAt: Date; readonly expiresAt: Date };
  readonly user: Pick<SessionUser, 'disabledAt'>;
}

export function serializeUser(
  user: Pick<SessionUser, 'id' | 'email' | 'name' | 'createdAt'> & {
    role?: string | null | undefined;
    twoFactorSince?: Date | null | undefined;
  },
) {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: roleSchema.parse(user.role),
    createdAt: user.createdAt.toISOString(),
  };
}

function isUsable({ session, user }: Usable): boolean {
  return endOfSession(session) > new Date() && (user.disabledAt === null || user.disabledAt === undefined);
}
