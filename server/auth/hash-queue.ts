import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { unavailable } from '#server/errors.ts';

/**
 * One hash uses a core for some tenths of a second and 128 MiB. One core is left for all other requests; the memory bounds the number on
 * large machines.
 */
const HASHES_AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1));
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
