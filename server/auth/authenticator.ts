import type { IncomingHttpHeaders } from 'node:http';
import type { Database } from '#server/db/connect.ts';
import { bearerOf } from '#server/http/bearer.ts';
import { type Actor, type Credential, type Demand, requireActor } from './actor.ts';
import { actorsOf } from './credentials.ts';
import { actorOfKey } from './key-secrets.ts';
import type { Sessions } from './sessions.ts';

/** Finds out who is asking: by API key where one is given, by the session's cookie otherwise. */
export class Authenticator {
  readonly #db: Database;
  readonly #sessions: Sessions;

  constructor(db: Database, sessions: Sessions) {
    this.#db = db;
    this.#sessions = sessions;
  }

  /** Null for nobody. With `Authorization: Bearer` the cookie is not looked at, whether the key is good or not. */
  async actorOf(headers: IncomingHttpHeaders): Promise<Actor | null> {
    const secret = bearerOf(headers);
    return secret === null ? this.#sessions.actorOf(headers) : actorOfKey(this.#db, secret);
  }

  /** Whom credentials that were good once stand for now, by their ids; those that are no good any more are missing. */
  actorsOf(credentials: readonly Credential[]): Promise<Map<string, Actor>> {
    return actorsOf(this.#db, credentials);
  }

  /** For raw routes: the actor, as far as `demand` lets them. @throws AppError UNAUTHENTICATED or FORBIDDEN */
  async require(headers: IncomingHttpHeaders, demand: Demand): Promise<Actor> {
    return requireActor(await this.actorOf(headers), demand);
  }
}
