import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AppError, unavailable } from '#server/errors.ts';
import type { DeckDetail } from '#shared/decks.ts';
import { type Attempt, type IdempotencyRepo, type KeyUse, LEASE_SECONDS, type Remember } from './idempotency.repo.ts';
import type { Upload } from './package-intake.ts';

type Make = (remember: Remember) => Promise<DeckDetail>;

const ASK_AGAIN_MILLISECONDS = 200;
const PATIENCE_MILLISECONDS = 120_000;
const RENEW_MILLISECONDS = (LEASE_SECONDS * 1000) / 3;

/**
 * Runs a request once per `Idempotency-Key`. If a client repeats it, it gets the first response; if the first request is still running,
 * the second one waits for it. This works across instances and restarts.
 */
export class Idempotency {
  readonly #repo: IdempotencyRepo;
  readonly #log: Logger;

  constructor(repo: IdempotencyRepo, log: Logger) {
    this.#repo = repo;
    this.#log = log;
  }

  /**
   * @param digest the digest of the request (`requestDigest`): the same key with another request is a mistake of the client
   * @param make calls `remember` in the transaction that creates its result
   * @throws AppError IDEMPOTENCY_MISMATCH, UNAVAILABLE after two minutes of waiting, and what `make` throws
   */
  async once(use: KeyUse, digest: string, make: Make): Promise<DeckDetail> {
    const attempt = { ...use, holder: randomUUID() };
    const deadline = performance.now() + PATIENCE_MILLISECONDS;
    while (performance.now() < deadline) {
      if (await this.#repo.claim(attempt, digest)) return this.#make(attempt, make);
      const first = await this.#repo.find(use);
      if (first !== null && first.digest !== digest) {
        throw new AppError(
          'IDEMPOTENCY_MISMATCH',
          'This Idempotency-Key was used for another request: another file, title or visibility. Use a new key.',
        );
      }
      if (first?.answer != null) return first.answer;
      await delay(ASK_AGAIN_MILLISECONDS);
    }
    throw unavailable();
  }

  async #make(attempt: Attempt, make: Make): Promise<DeckDetail> {
    const renew = () =>
      this.#repo
        .renew(attempt)
        // If the lease expires, `remember` finds out whether another attempt has taken over.
        .catch((err: unknown) => this.#log.warn({ err }, 'the lease of an upload was not renewed'));
    const renewing = setInterval(() => void renew(), RENEW_MILLISECONDS);
    try {
      return await make(this.#repo.remember(attempt));
    } catch (fault) {
      await this.#repo.release(attempt);
      throw fault;
    } finally {
      clearInterval(renewing);
    }
  }
}

/** A hexadecimal digest of everything that distinguishes uploads: the bytes and the fields. */
export function requestDigest({ staged, fields }: Pick<Upload, 'staged' | 'fields'>): string {
  const request = JSON.stringify([staged.sha256, fields.title ?? null, fields.visibility ?? null]);
  return createHash('sha256').update(request).digest('hex');
}
