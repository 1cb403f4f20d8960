import type { IncomingHttpHeaders } from 'node:http';
import { APIError } from 'better-auth/api';
import { and, eq, lt } from 'drizzle-orm';
import { sessions } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';
import { unavailable } from '#server/errors.ts';
import { roleSchema } from '#shared/roles.ts';
import type { CurrentSession } from '#shared/accounts.ts';
import type { Actor } from './actor.ts';
import type { Auth } from './better-auth.ts';
import { toHeaders } from './headers.ts';

/** A use is noted to this: somebody who works asks many times in a minute. */
const NOTED_MILLISECONDS = 5 * 60 * 1000;

/** Reads who a request's cookie belongs to. */
export class Sessions {
  readonly #auth: Auth;
  readonly #db: Database;

  constructor(auth: Auth, db: Database) {
    this.#auth = auth;
    this.#db = db;
  }

  /** Null without a live session, or when its user is disabled. Asks the database each time: an ended session is over at once. */
  async actorOf(headers: IncomingHttpHeaders): Promise<Actor | null> {
    if (headers.cookie === undefined) return null;
    const found = await this.#auth.api
      .getSession({ headers: toHeaders({ cookie: headers.cookie }), query: { disableRefresh: true } })
      .catch(unreadable);
    if (found === null || isDisabled(found.user)) return null;
    await this.#noteUse(found.session);
    return {
      userId: found.user.id,
      name: found.user.name,
      role: roleSchema.parse(found.user.role),
      credential: { kind: 'session', id: found.session.id },
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

  /** What the application asks at its start. Prolongs a session that is in use: the headers carry the renewed cookie. */
  async current(headers: IncomingHttpHeaders): Promise<{ body: CurrentSession; headers: Headers }> {
    const cookie = headers.cookie ?? '';
    const { response, headers: set } = await this.#auth.api
      .getSession({ headers: toHeaders({ cookie }), returnHeaders: true })
      .catch(unreadable);
    if (response === null || isDisabled(response.user)) return { body: null, headers: set };
    const { session, user } = response;
    return {
      headers: set,
      body: {
        session: { id: session.id, createdAt: session.createdAt.toISOString(), expiresAt: session.expiresAt.toISOString() },
        user: presentUser(user),
      },
    };
  }
}

/** The library keeps what failed to itself; where a session is read, that is the database. */
function unreadable(fault: unknown): never {
  throw fault instanceof APIError && fault.statusCode >= 500 ? unavailable(fault) : fault;
}

type SessionUser = Auth['$Infer']['Session']['user'];

export function presentUser(
  user: Pick<SessionUser, 'id' | 'email' | 'name' | 'createdAt'> & { role?: string | null | undefined },
) {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: roleSchema.parse(user.role),
    createdAt: user.createdAt.toISOString(),
  };
}

function isDisabled(user: SessionUser): boolean {
  return user.disabledAt !== null && user.disabledAt !== undefined;
}
