import type { Response } from 'express';
import type { KnownDevices } from './known-devices.ts';
import type { LimitName, RateLimits } from './rate-limits.ts';

export interface Attempt {
  /** The address that somebody wants to sign in with, as it was sent. */
  readonly email: string;
  /** Whose it is; null when there is no such account. */
  readonly userId: string | null;
  readonly network: string;
  /** The `Cookie` header. */
  readonly cookie: string | undefined;
}

/**
 * Counts guesses at an account. A browser in which its owner has signed in before has a limit of its own. All others share a limit
 * for their network and one for everywhere: whoever guesses in one place locks nobody out in another, and whoever guesses from
 * many places is slowed all the same.
 */
export class SignInLimits {
  readonly #limits: RateLimits;
  readonly #devices: KnownDevices;

  constructor(limits: RateLimits, devices: KnownDevices) {
    this.#limits = limits;
    this.#devices = devices;
  }

  /**
   * Spends one guess. Returns what gives it back when the password was right.
   *
   * @param onReached as for `RateLimits.spend`
   * @throws AppError RATE_LIMITED
   */
  async spend(attempt: Attempt, response: Response, onReached: () => Promise<void>): Promise<() => Promise<void>> {
    const spent = this.#countersOf(attempt);
    for (const [name, who] of spent) await this.#limits.spend(name, who, response, onReached);
    return async () => {
      await Promise.all(spent.map(([name, who]) => this.#limits.giveBack(name, who)));
    };
  }

  #countersOf({ email, userId, network, cookie }: Attempt): (readonly [LimitName, string])[] {
    const device = userId === null ? null : this.#devices.idOf(cookie, userId);
    if (device !== null) return [['signInByDevice', `${userId} ${device}`]];
    const account = email.trim().toLowerCase();
    return [
      ['signInByPlace', `${account} ${network}`],
      ['signInByAccount', account],
    ];
  }
}
