import { AppError } from '#server/errors.ts';

interface Limits {
  /** Bytes of everybody together. */
  readonly totalMax: number;
  /** Bytes of one of them, so that one cannot take all. */
  readonly eachMax: number;
}

/** What one request holds; it ends with the request, however that ends. */
export interface Holding extends Disposable {
  /** @throws AppError UNAVAILABLE when that would be too much; then nothing is added */
  add(bytes: number): void;
}

/**
 * Counts bytes that lie in this process's memory on behalf of requests that are not finished, and refuses more than it may
 * hold. The limits are those of one process: with `WORKERS` each has its own memory.
 */
export class HeldBytes {
  readonly #limits: Limits;
  readonly #byHolder = new Map<string, number>();
  #total = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  /** @param holder whom the bytes are counted for: an address, a person */
  hold(holder: string): Holding {
    let held = 0;
    return {
      add: (bytes) => {
        this.#change(holder, bytes);
        held += bytes;
      },
      [Symbol.dispose]: () => {
        this.#change(holder, -held);
        held = 0;
      },
    };
  }

  #change(holder: string, bytes: number): void {
    const theirs = (this.#byHolder.get(holder) ?? 0) + bytes;
    if (bytes > 0 && (theirs > this.#limits.eachMax || this.#total + bytes > this.#limits.totalMax)) throw tooMuch();
    this.#total += bytes;
    if (theirs === 0) this.#byHolder.delete(holder);
    else this.#byHolder.set(holder, theirs);
  }
}

function tooMuch(): AppError {
  return new AppError('UNAVAILABLE', 'The server has too much data under way. Try again in a moment.', { retryAfterSeconds: 5 });
}
