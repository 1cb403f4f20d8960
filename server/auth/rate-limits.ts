import { createHash } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import type { Response } from 'express';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimits } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { CHALLENGE_SECONDS } from './factors/challenges.ts';
import { FLOW_SECONDS } from './oidc/flow-cookie.ts';

interface Limit {
  readonly name: string;
  readonly points: number;
  readonly windowSeconds: number;
}

/**
 * Limits on attempts that could be guesses: signing in, confirming a password, joining, asking for a link to set a password, setting a password with one, pairing a phone, short addresses. They are counted by the
 * client's network, by account, or by both. docs/decisions/026 has the reasons.
 */
const LIMITS = {
  signInByAddress: { name: 'sign-in-address', points: 30, windowSeconds: 60 },
  /** Guesses at one account from one network. */
  signInByPlace: { name: 'sign-in-account', points: 10, windowSeconds: 60 },
  /** Guesses at one account from all networks, except from browsers in which its owner has signed in before. */
  signInByAccount: { name: 'sign-in-everywhere', points: 30, windowSeconds: 15 * 60 },
  /** Guesses at one account from one such browser. */
  signInByDevice: { name: 'sign-in-device', points: 10, windowSeconds: 60 },
  /** Second steps of sign-ins from one network. */
  secondStepByAddress: { name: 'second-step-address', points: 30, windowSeconds: 60 },
  /** Guesses at the codes of one account from all networks. At any time, three of the million codes are right. */
  secondStepByAccount: { name: 'second-step-account', points: 10, windowSeconds: 15 * 60 },
  secondStepByDay: { name: 'second-step-day', points: 50, windowSeconds: 24 * 60 * 60 },
  /** Sign-ins with keys from one network. They cannot be guessed, but each is checked. */
  passkeyByAddress: { name: 'passkey-address', points: 60, windowSeconds: 60 },
  /** What a key has signed is accepted once. */
  passkeyChallenge: { name: 'passkey-challenge', points: 1, windowSeconds: CHALLENGE_SECONDS },
  passwordByAccount: { name: 'password-account', points: 10, windowSeconds: 60 },
  /** Sign-ins with the provider that begin or end. They are no guesses, but the server asks the provider for each. */
  oidcByAddress: { name: 'oidc-address', points: 60, windowSeconds: 60 },
  /** One sign-in with the provider is finished once. It takes at most this long. */
  oidcFlow: { name: 'oidc-flow', points: 1, windowSeconds: FLOW_SECONDS },
  joinByAddress: { name: 'join-address', points: 120, windowSeconds: 60 },
  /** Guesses at the passwords of all links from one network, at one link from one network, and at one link from all networks. */
  unlockByAddress: { name: 'unlock-address', points: 30, windowSeconds: 60 },
  unlockByPlace: { name: 'unlock-link', points: 10, windowSeconds: 60 },
  unlockByLink: { name: 'unlock-everywhere', points: 60, windowSeconds: 15 * 60 },
  /** Visits of one link from one network, and reports of one visit. They are no guesses, but each is stored. */
  visitByPlace: { name: 'visit-link', points: 120, windowSeconds: 60 },
  reportByVisit: { name: 'visit-report', points: 60, windowSeconds: 60 },
  /** Questions through one link from one network, and of one member; the same of votes. A hall of people may be one network. */
  askByPlace: { name: 'ask-link', points: 30, windowSeconds: 60 },
  voteByPlace: { name: 'vote-link', points: 300, windowSeconds: 60 },
  askByMember: { name: 'ask-member', points: 30, windowSeconds: 60 },
  voteByMember: { name: 'vote-member', points: 120, windowSeconds: 60 },
  /** Guesses at the short addresses of talks from one network. */
  codeByAddress: { name: 'code-address', points: 30, windowSeconds: 60 },
  /** Requests for links by mail, from one network and for one address. They are not guesses, but each can send somebody a message. */
  forgottenByAddress: { name: 'forgotten-address', points: 30, windowSeconds: 60 * 60 },
  forgottenByAccount: { name: 'forgotten-account', points: 5, windowSeconds: 60 * 60 },
  resetByAddress: { name: 'reset-address', points: 30, windowSeconds: 60 },
  /** Archives of one's own data. Each reads all of it. */
  archiveByAccount: { name: 'archive-account', points: 5, windowSeconds: 60 * 60 },
  /** One at a time. If the process is killed, the person can download another one after this time. */
  archiveUnderWay: { name: 'archive-turn', points: 1, windowSeconds: 120 },
  pairByAddress: { name: 'pair-address', points: 30, windowSeconds: 60 },
} as const satisfies Record<string, Limit>;

/** So that a turn outlasts two extensions that have failed. */
const EXTENSIONS_PER_WINDOW = 4;

export type LimitName = keyof typeof LIMITS;
// The keys of the object above.
const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];

/** Rate limits that all instances share, because they are counted in the database. */
export class RateLimits {
  readonly #db: Database;
  readonly #limiters: ReadonlyMap<LimitName, RateLimiterDrizzle>;

  constructor(db: Database) {
    this.#db = db;
    // The library's own clean-up cannot be stopped, and logs an error for each limit once the database is closed.
    const options = { storeClient: db, schema: rateLimits, clearExpiredByTimeout: false };
    const limiter = ({ name, points, windowSeconds }: Limit) =>
      new RateLimiterDrizzle({ ...options, keyPrefix: name, points, duration: windowSeconds });
    this.#limiters = new Map(LIMIT_NAMES.map((name) => [name, limiter(LIMITS[name])]));
  }

  /**
   * Uses up one attempt and sets response headers that say how many are left.
   *
   * @param onReached called for the first refused attempt of a window, by whichever instance refuses it
   * @throws AppError RATE_LIMITED with `Retry-After`
   */
  async spend(name: LimitName, who: string, response: Response, onReached?: () => Promise<void>): Promise<void> {
    const limit = LIMITS[name];
    const outcome = await this.#consume(name, who);
    const resetSeconds = Math.ceil(outcome.msBeforeNext / 1000);
    response.setHeader('RateLimit-Policy', `"${limit.name}";q=${limit.points};w=${limit.windowSeconds}`);
    response.setHeader('RateLimit', `"${limit.name}";r=${outcome.remainingPoints};t=${resetSeconds}`);
    if (outcome.consumedPoints <= limit.points) return;
    if (outcome.consumedPoints === limit.points + 1) await onReached?.();
    throw tooMany(outcome);
  }

  /**
   * Lets as many pieces of work of one account run at once as the limit has points. Disposing of the result ends the turn. A turn whose
   * process was killed ends after the limit's window, which is extended while the work goes on.
   *
   * @throws AppError RATE_LIMITED with `Retry-After`
   */
  async takeTurn(name: LimitName, who: string): Promise<AsyncDisposable> {
    const outcome = await this.#consume(name, who);
    if (outcome.consumedPoints > LIMITS[name].points) {
      await this.giveBack(name, who);
      throw tooMany(outcome);
    }
    // If the database is away, the next one may succeed.
    const extending = setInterval(
      () => void this.#extend(name, who).catch(() => undefined),
      (LIMITS[name].windowSeconds * 1000) / EXTENSIONS_PER_WINDOW,
    );
    return {
      [Symbol.asyncDispose]: async () => {
        clearInterval(extending);
        // Without the database the turn ends with its window.
        await this.giveBack(name, who).catch(() => undefined);
      },
    };
  }

  /** Lets the window of a limit begin anew. What has been counted stays. */
  async #extend(name: LimitName, who: string): Promise<void> {
    const expire = new Date(Date.now() + LIMITS[name].windowSeconds * 1000);
    await this.#db
      .update(rateLimits)
      .set({ expire })
      .where(eq(rateLimits.key, this.#limiter(name).getKey(digest(who))));
  }

  /** Refuses a client that has used up its attempts, without counting one. @throws AppError RATE_LIMITED with `Retry-After` */
  async refuse(name: LimitName, who: string): Promise<void> {
    const used = await this.#limiter(name).get(digest(who));
    if (used !== null && used.consumedPoints >= LIMITS[name].points) throw tooMany(used);
  }

  /** Returns an attempt that was not a guess, because the password was right. */
  async giveBack(name: LimitName, who: string): Promise<void> {
    await this.#limiter(name).reward(digest(who), 1);
  }

  /** Removes the counters of windows that have ended. */
  async removeExpired(): Promise<void> {
    await this.#db.delete(rateLimits).where(lt(rateLimits.expire, new Date()));
  }

  async #consume(name: LimitName, who: string): Promise<RateLimiterRes> {
    try {
      return await this.#limiter(name).consume(digest(who));
    } catch (refusal) {
      // The library throws its result when the limit is exceeded, and an error when the database failed.
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    }
  }

  #limiter(name: LimitName): RateLimiterDrizzle {
    const limiter = this.#limiters.get(name);
    if (limiter === undefined) throw new Error(`there is no limit ${name}`);
    return limiter;
  }
}

/** Hashed, so that the table holds no email or network addresses, and none is too long for it. */
function digest(who: string): string {
  return createHash('sha256').update(who).digest('base64url');
}

function tooMany({ msBeforeNext }: RateLimiterRes): AppError {
  return new AppError('RATE_LIMITED', 'Too many attempts. Wait a moment, then try again.', {
    retryAfterSeconds: Math.max(Math.ceil(msBeforeNext / 1000), 1),
  });
}
