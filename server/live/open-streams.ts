import type { Actor } from '#server/auth/actor.ts';
import { AppError, unavailable } from '#server/errors.ts';
import type { DeckSubscription } from './deck-subscription.ts';
import type { LiveStream } from './live-stream.ts';

/** A stream with its subscriptions. */
export interface OpenStream {
  readonly stream: LiveStream;
  readonly opening: string;
  readonly subscriptions: readonly DeckSubscription[];
}

/** A browser needs one stream. The limit allows for many browsers and programs. */
const STREAMS_PER_PERSON = 40;
/** Per session or key, so that a runaway client does not block the user's other clients. */
const STREAMS_PER_CREDENTIAL = 20;
const STREAMS_MAX = 5000;

/** The streams of this instance. */
export class OpenStreams {
  readonly #open = new Set<OpenStream>();
  /** By user and by credential. */
  readonly #counts = new Map<string, number>();
  #count = 0;

  [Symbol.iterator](): Iterator<OpenStream> {
    return this.#open.values();
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Counts a stream against the limits. Call the returned function when the stream has ended.
   *
   * @throws AppError RATE_LIMITED, or UNAVAILABLE when the instance is full
   */
  takePlace({ userId, credential }: Pick<Actor, 'userId' | 'credential'>): () => void {
    const [person, proof] = [`person ${userId}`, `${credential.kind} ${credential.id}`];
    if (this.#count >= STREAMS_MAX) throw unavailable();
    this.#requireFewer(person, STREAMS_PER_PERSON);
    this.#requireFewer(proof, STREAMS_PER_CREDENTIAL);
    this.#add(1, person, proof);
    return () => this.#add(-1, person, proof);
  }

  #requireFewer(holder: string, most: number): void {
    const open = this.#counts.get(holder) ?? 0;
    if (open < most) return;
    throw new AppError('RATE_LIMITED', `You have ${open} event streams open; close some first.`, { retryAfterSeconds: 10 });
  }

  #add(change: 1 | -1, ...holders: readonly string[]): void {
    this.#count += change;
    for (const holder of holders) {
      const open = (this.#counts.get(holder) ?? 0) + change;
      if (open === 0) this.#counts.delete(holder);
      else this.#counts.set(holder, open);
    }
  }

  add(open: OpenStream): void {
    this.#open.add(open);
    open.stream.onEnd(() => this.#open.delete(open));
  }

  /** Ends all open streams. Clients reconnect on their own. */
  endAll(): void {
    for (const { stream } of this.#open) stream.end(unavailable());
  }
}
