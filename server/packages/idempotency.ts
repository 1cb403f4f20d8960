import { setTimeout as delay } from 'node:timers/promises';
import { AppError, unavailable } from '#server/errors.ts';
import type { IdempotencyRepo, KeyUse, Remember } from './idempotency.repo.ts';

type Make = (remember: Remember) => Promise<string>;

const ASK_AGAIN_MILLISECONDS = 200;
const PATIENCE_MILLISECONDS = 120_000;

/**
 * Does something once for each `Idempotency-Key`: whoever repeats a request that may have got through
 * gets the first one's result, and one that is still running is waited for.
 */
export class Idempotency {
  readonly #repo: IdempotencyRepo;

  constructor(repo: IdempotencyRepo) {
    this.#repo = repo;
  }

  /**
   * @param digest of what was sent: the same key with something else is a mistake of the client
   * @param make returns the id of what it made, and calls `remember` in the transaction that makes it
   * @throws AppError IDEMPOTENCY_MISMATCH, UNAVAILABLE after two minutes of waiting, and what `make` throws
   */
  async once(use: KeyUse, digest: string, make: Make): Promise<string> {
    const deadline = performance.now() + PATIENCE_MILLISECONDS;
    while (performance.now() < deadline) {
      if (await this.#repo.claim(use, digest)) return this.#make(use, make);
      const first = await this.#repo.find(use);
      if (first !== null && first.digest !== digest) {
        throw new AppError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another package. Use a new one.');
      }
      if (first?.resultId != null) return first.resultId;
      await delay(ASK_AGAIN_MILLISECONDS);
    }
    throw unavailable();
  }

  async #make(use: KeyUse, make: Make): Promise<string> {
    try {
      return await make(this.#repo.remember(use));
    } catch (fault) {
      await this.#repo.release(use);
      throw fault;
    }
  }
}
