import pLimit from 'p-limit';
import { unavailable } from '#server/errors.ts';

/** One hash uses a core for some tenths of a second and 128 MiB. More at once would starve all other requests. */
const HASHES_AT_ONCE = 2;
const HASHES_WAITING = 64;

/** The queue of everything that computes a password hash: signing in, signing up, changing and confirming a password. */
export class HashQueue {
  readonly #limit = pLimit(HASHES_AT_ONCE);

  /** @throws AppError UNAVAILABLE when too many are waiting already */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#limit.pendingCount >= HASHES_WAITING) throw unavailable();
    return this.#limit(work);
  }
}
