import { AppError } from '#server/errors.ts';

/** The maximum number of uploads per user in this process that are being received, verified or stored. */
const UPLOADS_AT_ONCE = 10;
const RETRY_AFTER_SECONDS = 10;

/** An upload that counts until it is disposed of. */
export interface CountedUpload extends Disposable {
  /** The number of uploads that the user may have at once. */
  readonly limit: number;
  /** The number of further uploads that may begin now. */
  readonly remaining: number;
  /** Call it when the package has become part of a deck. */
  stored(sizeBytes: number): void;
}

/** The uploads of this process since it was started. */
export interface UploadFacts {
  /** Those that are being received, verified or stored, and copies of decks. */
  readonly underWay: number;
  readonly stored: number;
  /** The sizes of the packages that were stored. */
  readonly storedBytes: number;
}

/** Counts the uploads of each user, so that one user cannot fill the queue. */
export class UploadsUnderWay {
  readonly #counts = new Map<string, number>();
  #stored = 0;
  #storedBytes = 0;

  get facts(): UploadFacts {
    const underWay = this.#counts.values().reduce((sum, count) => sum + count, 0);
    return { underWay, stored: this.#stored, storedBytes: this.#storedBytes };
  }

  /** @throws AppError RATE_LIMITED with `Retry-After` */
  enter(userId: string): CountedUpload {
    const count = this.#counts.get(userId) ?? 0;
    if (count >= UPLOADS_AT_ONCE) {
      throw new AppError('RATE_LIMITED', `You have ${UPLOADS_AT_ONCE} running uploads. Wait until one of them has ended.`, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    this.#counts.set(userId, count + 1);
    const stored = (sizeBytes: number) => {
      this.#stored += 1;
      this.#storedBytes += sizeBytes;
    };
    const remaining = UPLOADS_AT_ONCE - count - 1;
    return { limit: UPLOADS_AT_ONCE, remaining, stored, [Symbol.dispose]: () => this.#leave(userId) };
  }

  #leave(userId: string): void {
    const left = (this.#counts.get(userId) ?? 0) - 1;
    if (left > 0) this.#counts.set(userId, left);
    else this.#counts.delete(userId);
  }
}
