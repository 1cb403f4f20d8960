import { REACTIONS_AT_ONCE_MAX } from '#shared/limits.ts';
import type { Reaction } from '#shared/questions.ts';

const INTERVAL_MS = 1000;

/** Sends reactions: the first at once, what follows within a second together. What cannot be sent is lost. */
export class ReactionSender {
  readonly #send: (reaction: Reaction, count: number) => Promise<unknown>;
  readonly #waiting = new Map<Reaction, number>();
  #isResting = false;

  constructor(send: (reaction: Reaction, count: number) => Promise<unknown>) {
    this.#send = send;
  }

  add(reaction: Reaction): void {
    this.#waiting.set(reaction, Math.min((this.#waiting.get(reaction) ?? 0) + 1, REACTIONS_AT_ONCE_MAX));
    if (!this.#isResting) this.#sendAll();
  }

  #sendAll(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    this.#isResting = waiting.length > 0;
    if (!this.#isResting) return;
    for (const [reaction, count] of waiting) void this.#send(reaction, count).catch(() => undefined);
    setTimeout(() => this.#sendAll(), INTERVAL_MS);
  }
}
