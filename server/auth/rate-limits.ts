import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimits } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';

interface Limit {
  readonly name: string;
  readonly points: number;
  readonly windowSeconds: number;
}

/** Attempts to sign in, per client address and per account; to change one's password; joining and pairing a phone, per address. Guessing is slow work at once, people are not hindered. */
const LIMITS = {
  signInByAddress: { name: 'sign-in-address', points: 30, windowSeconds: 60 },
  signInByAccount: { name: 'sign-in-account', points: 10, windowSeconds: 60 },
  passwordByAccount: { name: 'password-account', points: 10, windowSeconds: 60 },
  joinByAddress: { name: 'join-address', points: 120, windowSeconds: 60 },
  pairByAddress: { name: 'pair-address', points: 30, windowSeconds: 60 },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** Limits shared by all instances, since they are counted in the database. */
export class RateLimits {
  readonly #limiters: Record<LimitName, RateLimiterDrizzle>;

  constructor(db: Database) {
    const limiter = ({ name, points, windowSeconds }: Limit) =>
      new RateLimiterDrizzle({ storeClient: db, schema: rateLimits, keyPrefix: name, points, duration: windowSeconds });
    this.#limiters = {
      signInByAddress: limiter(LIMITS.signInByAddress),
      signInByAccount: limiter(LIMITS.signInByAccount),
      passwordByAccount: limiter(LIMITS.passwordByAccount),
      joinByAddress: limiter(LIMITS.joinByAddress),
      pairByAddress: limiter(LIMITS.pairByAddress),
    };
  }

  /**
   * Spends one attempt and says in the response how many are left.
   *
   * @throws AppError RATE_LIMITED with `Retry-After`
   */
  async spend(name: LimitName, who: string, response: Response): Promise<void> {
    const limit = LIMITS[name];
    const outcome = await this.#consume(name, who);
    const resetSeconds = Math.ceil(outcome.msBeforeNext / 1000);
    response.setHeader('RateLimit-Policy', `"${limit.name}";q=${limit.points};w=${limit.windowSeconds}`);
    response.setHeader('RateLimit', `"${limit.name}";r=${outcome.remainingPoints};t=${resetSeconds}`);
    if (outcome.consumedPoints <= limit.points) return;
    throw new AppError('RATE_LIMITED', 'Too many attempts. Wait a little, then try again.', {
      retryAfterSeconds: Math.max(resetSeconds, 1),
    });
  }

  async #consume(name: LimitName, who: string): Promise<RateLimiterRes> {
    try {
      return await this.#limiters[name].consume(digest(who));
    } catch (refusal) {
      // The library throws its result where the limit is passed, and an error where the database failed.
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    }
  }
}

/** Addresses of people and machines do not lie about in the table, and none is too long for it. */
function digest(who: string): string {
  return createHash('sha256').update(who).digest('base64url');
}
