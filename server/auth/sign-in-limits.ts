import type { Response } from 'express';
import type { KnownDevices } from './known-devices.ts';
import type { LimitName, RateLimits } from './rate-limits.ts';

export interface Attempt {
  /** The email address of the sign-in attempt, as it was sent. */
  readonly email: string;
  /** The user with that address; null when there is no such account. */
  readonly userId: string | null;
  readonly network: string;
  /** The `Cookie` header. */
  readonly cookie: string | undefined;
}

/**
 * Counts guesses at an account. Each browser in which the owner has signed in before has its own limit. All other browsers share
 * one limit per network and one for all networks: guesses from one network do not lock out users elsewhere, and guesses from
 * many networks are still slowed down.
 */
export class SignInLimits {
  readonly #limits: RateLimits;
  readonly #devices: KnownDevices;

  constructor(limits: RateLimits, devices: KnownDevices) {
    this.#limits = limits;
    this.#devices = devices;
  }

  /**
   * Uses up one guess. Returns a function that gives it back when the password was right.
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
