import type { Actor } from '#server/auth/actor.ts';
import type { LiveEvent } from '#shared/live.ts';
import { encodeCursors } from './cursors.ts';

/** An event and the id by which a broken stream is taken up again behind it. */
export interface Told {
  readonly id: string;
  readonly event: LiveEvent;
}

interface Waiting {
  readonly at: number;
  readonly event: LiveEvent;
  /** How far that deck is told with it; undefined: no farther than before. */
  readonly seq: number | undefined;
}

/** More than this does not wait in memory: who is too slow reads on from the database. */
const QUEUE_MAX = 256;

/**
 * What one client is told, in the order in which it was put in. Whoever reads it sets the pace.
 */
export class LiveStream implements AsyncIterableIterator<Told> {
  /** Made by the browser. */
  readonly id: string;
  /** As they were found last. */
  actor: Actor;
  readonly #cursors: (number | null)[];
  readonly #queue: Waiting[] = [];
  readonly #onEnd: (() => void)[] = [];
  #reader: ((result: IteratorResult<Told>) => void) | null = null;
  #rejectReader: ((fault: Error) => void) | null = null;
  #forRoom: (() => void)[] = [];
  #ended = false;
  #fault: Error | null = null;

  /** @param cursors how far the client is with each of its decks; null: it begins. */
  constructor(id: string, actor: Actor, cursors: readonly (number | null)[]) {
    this.id = id;
    this.actor = actor;
    this.#cursors = [...cursors];
  }

  get ended(): boolean {
    return this.#ended;
  }

  get isFull(): boolean {
    return this.#queue.length >= QUEUE_MAX;
  }

  onEnd(act: () => void): void {
    this.#onEnd.push(act);
  }

  /** @param at the deck's place in the client's list */
  push(at: number, event: LiveEvent, seq?: number): void {
    if (this.#ended) return;
    const waiting = { at, event, seq };
    if (this.#reader === null) this.#queue.push(waiting);
    else this.#hand({ done: false, value: this.#told(waiting) });
  }

  /** Resolves when there is nothing left in front of what is put in, or nobody reads any more. */
  async room(): Promise<void> {
    if (this.#queue.length === 0 || this.#ended) return;
    await new Promise<void>((resolve) => this.#forRoom.push(resolve));
  }

  /** Forgets what waits of a deck. @param at the deck's place in the client's list */
  discard(at: number): void {
    const others = this.#queue.filter((waiting) => waiting.at !== at);
    this.#queue.splice(0, this.#queue.length, ...others);
    if (others.length === 0) this.#makeRoom();
  }

  /**
   * @param fault what the reader is told at once; what waits is forgotten then, and told to whoever takes the stream up
   *   again. Null: it has only ended, and what waits is still read.
   */
  end(fault: Error | null = null): void {
    if (this.#ended) return;
    this.#ended = true;
    if (fault !== null) this.#queue.splice(0);
    this.#fault = fault;
    for (const act of this.#onEnd) act();
    this.#makeRoom();
    if (fault === null) this.#hand({ done: true, value: undefined });
    else this.#refuse(fault);
  }

  next(): Promise<IteratorResult<Told>> {
    const waiting = this.#queue.shift();
    if (this.#queue.length === 0) this.#makeRoom();
    if (waiting !== undefined) return Promise.resolve({ done: false, value: this.#told(waiting) });
    if (this.#ended) return this.#over();
    return new Promise((resolve, reject) => {
      this.#reader = resolve;
      this.#rejectReader = reject;
    });
  }

  return(): Promise<IteratorResult<Told>> {
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #over(): Promise<IteratorResult<Told>> {
    const fault = this.#fault;
    this.#fault = null;
    return fault === null ? Promise.resolve({ done: true, value: undefined }) : Promise.reject(fault);
  }

  #hand(result: IteratorResult<Told>): void {
    const reader = this.#reader;
    this.#reader = this.#rejectReader = null;
    reader?.(result);
  }

  #refuse(fault: Error): void {
    const reject = this.#rejectReader;
    if (reject === null) return;
    this.#reader = this.#rejectReader = this.#fault = null;
    reject(fault);
  }

  #told({ at, event, seq }: Waiting): Told {
    if (seq !== undefined) this.#cursors[at] = seq;
    return { id: encodeCursors(this.#cursors), event };
  }

  #makeRoom(): void {
    const waiting = this.#forRoom;
    this.#forRoom = [];
    for (const resolve of waiting) resolve();
  }
}
