import { AppError } from '#server/errors.ts';

/** Uploads of one person at once in this process: being received, waiting to be verified, being stored. */
const UPLOADS_AT_ONCE = 10;
const RETRY_AFTER_SECONDS = 10;

/** One upload that is counted. Disposing of it ends that. */
export interface CountedUpload extends Disposable {
  /** Uploads that this person may have at once. */
  readonly limit: number;
  /** How many more may begin now. */
  readonly remaining: number;
}

/** Counts each person's uploads, so that no one fills the queue. */
export class UploadsUnderWay {
  readonly #counts = new Map<string, number>();

  /** @throws AppError RATE_LIMITED with `Retry-After` */
  enter(userId: string): CountedUpload {
    const count = this.#counts.get(userId) ?? 0;
    if (count >= UPLOADS_AT_ONCE) {
      throw new AppError('RATE_LIMITED', `You have ${UPLOADS_AT_ONCE} uploads under way. Wait until one of them has ended.`, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    this.#counts.set(userId, count + 1);
    const remaining = UPLOADS_AT_ONCE - count - 1;
    return { limit: UPLOADS_AT_ONCE, remaining, [Symbol.dispose]: () => this.#leave(userId) };
  }

  #leave(userId: string): void {
    const left = (this.#counts.get(userId) ?? 0) - 1;
    if (left > 0) this.#counts.set(userId, left);
    else this.#counts.delete(userId);
  }
}
