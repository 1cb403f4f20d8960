import { AppError } from '#server/errors.ts';
import { MIB } from '#shared/limits.ts';

interface Limits {
  /** Bytes of all holders together. */
  readonly totalMax: number;
  /** Bytes of one holder, so that one holder cannot take all. */
  readonly eachMax: number;
}

/** The bytes that one request holds. Disposed of when the request ends, in whatever way. */
export interface Holding extends Disposable {
  /** @throws AppError UNAVAILABLE when a limit would be exceeded; then nothing is added */
  add(bytes: number): void;
}

/**
 * Counts the bytes that unfinished requests hold in this process's memory, and refuses more than the limits allow. The limits
 * apply to one process: with `WORKERS` each process has its own memory.
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

  /** @param holder whom the bytes are counted for: a client address or a user id */
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

/** Counts large responses that are being built or that wait for the client to read them. */
export const answersUnderWay = new HeldBytes({ totalMax: 128 * MIB, eachMax: 64 * MIB });
