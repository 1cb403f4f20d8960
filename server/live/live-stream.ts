import type { Actor } from '#server/auth/actor.ts';
import type { LiveEvent } from '#shared/live.ts';
import { encodeCursors } from './cursors.ts';

/** An event, and the id with which a client continues the stream after it. */
export interface NumberedEvent {
  readonly id: string;
  readonly event: LiveEvent;
}

interface Waiting {
  readonly at: number;
  readonly event: LiveEvent;
  /** The deck's number after this event; undefined: unchanged. */
  readonly seq: number | undefined;
}

/** At most this many events are queued. A client that is too slow gets the rest from the database. */
const QUEUE_MAX = 256;

/** The events for one client, in the order in which they were pushed. The reader sets the pace. */
export class LiveStream implements AsyncIterableIterator<NumberedEvent> {
  /** Created by the browser. */
  readonly id: string;
  /** The actor at the last check. */
  actor: Actor;
  readonly #cursors: (number | null)[];
  readonly #queue: Waiting[] = [];
  readonly #onEnd: (() => void)[] = [];
  #reader: ((result: IteratorResult<NumberedEvent>) => void) | null = null;
  #rejectReader: ((fault: Error) => void) | null = null;
  #untilEmpty: (() => void)[] = [];
  #ended = false;
  #fault: Error | null = null;

  /** @param cursors the last number that the client has of each deck; null: none */
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

  /** @param at the index of the deck in the client's list; -1 for an event that is about no deck */
  push(at: number, event: LiveEvent, seq?: number): void {
    if (this.#ended) return;
    const waiting = { at, event, seq };
    if (this.#reader === null) this.#queue.push(waiting);
    else this.#resolveReader({ done: false, value: this.#numbered(waiting) });
  }

  /** Resolves when the queue is empty or the stream has ended. */
  async emptied(): Promise<void> {
    if (this.#queue.length === 0 || this.#ended) return;
    await new Promise<void>((resolve) => this.#untilEmpty.push(resolve));
  }

  /** Removes a deck's queued events. @param at the index of the deck in the client's list */
  discard(at: number): void {
    const others = this.#queue.filter((waiting) => waiting.at !== at);
    this.#queue.splice(0, this.#queue.length, ...others);
    if (others.length === 0) this.#announceEmpty();
  }

  /**
   * @param fault the error that the reader gets at once. The queued events are discarded; a client that continues the stream gets
   * them again. Null: the stream just ends, and queued events can still be read.
   */
  end(fault: Error | null = null): void {
    if (this.#ended) return;
    this.#ended = true;
    if (fault !== null) this.#queue.splice(0);
    this.#fault = fault;
    for (const act of this.#onEnd) act();
    this.#announceEmpty();
    if (fault === null) this.#resolveReader({ done: true, value: undefined });
    else this.#failReader(fault);
  }

  next(): Promise<IteratorResult<NumberedEvent>> {
    const waiting = this.#queue.shift();
    if (this.#queue.length === 0) this.#announceEmpty();
    if (waiting !== undefined) return Promise.resolve({ done: false, value: this.#numbered(waiting) });
    if (this.#ended) return this.#over();
    return new Promise((resolve, reject) => {
      this.#reader = resolve;
      this.#rejectReader = reject;
    });
  }

  return(): Promise<IteratorResult<NumberedEvent>> {
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #over(): Promise<IteratorResult<NumberedEvent>> {
    const fault = this.#fault;
    this.#fault = null;
    return fault === null ? Promise.resolve({ done: true, value: undefined }) : Promise.reject(fault);
  }

  #resolveReader(result: IteratorResult<NumberedEvent>): void {
    const reader = this.#reader;
    this.#reader = this.#rejectReader = null;
    reader?.(result);
  }

  #failReader(fault: Error): void {
    const reject = this.#rejectReader;
    if (reject === null) return;
    this.#reader = this.#rejectReader = this.#fault = null;
    reject(fault);
  }

  #numbered({ at, event, seq }: Waiting): NumberedEvent {
    if (seq !== undefined) this.#cursors[at] = seq;
    return { id: encodeCursors(this.#cursors), event };
  }

  #announceEmpty(): void {
    const waiting = this.#untilEmpty;
    this.#untilEmpty = [];
    for (const resolve of waiting) resolve();
  }
}
