import type { IncomingHttpHeaders } from 'node:http';
import { identifyRequest } from '#server/audit-trail/request-scope.ts';
import type { Database } from '#server/db/connect.ts';
import { bearerOf } from '#server/http/bearer.ts';
import { EXPECTED_USER_HEADER } from '#shared/expected-user.ts';
import type { TwoFactorRule } from '#shared/two-factor-rules.ts';
import { type Actor, type Credential, type Demand, requireActor } from './actor.ts';
import { actorsOf } from './credentials.ts';
import { actorOfKey } from './key-secrets.ts';
import type { Sessions } from './sessions.ts';

/** Authenticates requests: by API key if one is sent, otherwise by the session cookie. */
export class Authenticator {
  readonly #db: Database;
  readonly #sessions: Sessions;
  readonly #rule: TwoFactorRule;

  /** @param rule who must have a second factor */
  constructor(db: Database, sessions: Sessions, rule: TwoFactorRule) {
    this.#db = db;
    this.#sessions = sessions;
    this.#rule = rule;
  }

  /** Null if the request is not authenticated. With `Authorization: Bearer` the cookie is ignored, even if the key is not valid. */
  async actorOf(headers: IncomingHttpHeaders): Promise<Actor | null> {
    const secret = bearerOf(headers);
    const actor = await (secret === null ? this.#sessions.actorOf(headers) : actorOfKey(this.#db, secret, this.#rule));
    if (actor !== null) identifyRequest(actor.userId);
    const expectedUserId = headers[EXPECTED_USER_HEADER.toLowerCase()];
    return actor === null || typeof expectedUserId !== 'string' ? actor : { ...actor, expectedUserId };
  }

  /** The current actors of credentials that were valid earlier, by credential id. Credentials that are not valid now are missing. */
  actorsOf(credentials: readonly Credential[]): Promise<Map<string, Actor>> {
    return actorsOf(this.#db, credentials, this.#rule);
  }

  /** For raw routes: the actor, if it meets `demand`. @throws AppError as `requireActor` */
  async require(headers: IncomingHttpHeaders, demand: Demand): Promise<Actor> {
    return requireActor(await this.actorOf(headers), demand);
  }
}
