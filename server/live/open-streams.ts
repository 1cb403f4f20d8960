import { AppError, unavailable } from '#server/errors.ts';
import type { DeckSubscription } from './deck-subscription.ts';
import type { LiveStream } from './live-stream.ts';

/** A stream with the decks that it still tells of. */
export interface OpenStream {
  readonly stream: LiveStream;
  readonly opening: string;
  readonly subscriptions: readonly DeckSubscription[];
}

/** A browser needs one; this is for people with many, and programs. */
const STREAMS_PER_PERSON = 40;
const STREAMS_MAX = 5000;

/** The streams of this instance. */
export class OpenStreams {
  readonly #open = new Set<OpenStream>();
  readonly #perPerson = new Map<string, number>();
  #count = 0;

  [Symbol.iterator](): Iterator<OpenStream> {
    return this.#open.values();
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Takes a place for a stream; call what it returns when the stream has ended.
   *
   * @throws AppError RATE_LIMITED, or UNAVAILABLE when the instance is full
   */
  takePlace(userId: string): () => void {
    const theirs = this.#perPerson.get(userId) ?? 0;
    if (this.#count >= STREAMS_MAX) throw unavailable();
    if (theirs >= STREAMS_PER_PERSON) {
      throw new AppError('RATE_LIMITED', `You have ${theirs} event streams open; close some first.`, { retryAfterSeconds: 10 });
    }
    this.#count += 1;
    this.#perPerson.set(userId, theirs + 1);
    return () => {
      this.#count -= 1;
      const left = (this.#perPerson.get(userId) ?? 1) - 1;
      if (left === 0) this.#perPerson.delete(userId);
      else this.#perPerson.set(userId, left);
    };
  }

  add(open: OpenStream): void {
    this.#open.add(open);
    open.stream.onEnd(() => this.#open.delete(open));
  }

  /** Ends all that are open; clients come back by themselves. */
  endAll(): void {
    for (const { stream } of this.#open) stream.end(unavailable());
  }
}
