import { setTimeout as delay } from 'node:timers/promises';
import { AppError, unavailable } from '#server/errors.ts';
import type { IdempotencyRepo, KeyUse } from './idempotency.repo.ts';

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
   * @param make returns the id of what it made
   * @throws AppError IDEMPOTENCY_MISMATCH, UNAVAILABLE after two minutes of waiting, and what `make` throws
   */
  async once(use: KeyUse, digest: string, make: () => Promise<string>): Promise<string> {
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

  async #make(use: KeyUse, make: () => Promise<string>): Promise<string> {
    try {
      const resultId = await make();
      await this.#repo.finish(use, resultId);
      return resultId;
    } catch (fault) {
      await this.#repo.release(use);
      throw fault;
    }
  }
}
