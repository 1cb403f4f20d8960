import type { Actor } from '#server/auth/actor.ts';
import { AppError, unavailable } from '#server/errors.ts';
import type { DeckSubscription } from './deck-subscription.ts';
import type { LiveStream } from './live-stream.ts';

/** A stream with the decks that it still tells of. */
export interface OpenStream {
  readonly stream: LiveStream;
  readonly opening: string;
  readonly subscriptions: readonly DeckSubscription[];
}

/** A browser needs one; this is for people with many browsers, and programs. */
const STREAMS_PER_PERSON = 40;
/** Of one session or key, so that one that ran wild leaves streams to the person's others. */
const STREAMS_PER_CREDENTIAL = 20;
const STREAMS_MAX = 5000;

/** The streams of this instance. */
export class OpenStreams {
  readonly #open = new Set<OpenStream>();
  /** By the ids of people and of their sessions and keys. */
  readonly #counts = new Map<string, number>();
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

  /** Ends all that are open; clients come back by themselves. */
  endAll(): void {
    for (const { stream } of this.#open) stream.end(unavailable());
  }
}
