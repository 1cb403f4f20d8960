import { randomUUID } from 'node:crypto';
import { LiveClient } from '#server/testing/live-client.ts';

/** A client's state, built only from events, across any number of streams. */
export class Screen {
  readonly ink = new Set<string>();
  readonly numbers: number[] = [];
  #stream: LiveClient | null = null;
  #taken = 0;
  #lastEventId: string | null = null;
  readonly #cookie: string;

  constructor(cookie: string) {
    this.#cookie = cookie;
  }

  connect(address: string, deckId: string): void {
    this.disconnect();
    const since = this.numbers.at(-1) ?? 0;
    const wish = { streamId: randomUUID(), decks: [{ id: deckId, since }] };
    this.#stream = new LiveClient(address, { cookie: this.#cookie }, wish, this.#lastEventId);
  }

  disconnect(): void {
    this.take();
    this.#stream?.close();
    this.#stream = null;
    this.#taken = 0;
  }

  /** Whether it has no open stream. */
  get isCut(): boolean {
    return this.#stream === null || this.#stream.isOver;
  }

  take(): void {
    for (const event of this.#stream?.events.slice(this.#taken) ?? []) {
      this.#taken += 1;
      if (event.kind !== 'ink') continue;
      this.numbers.push(event.seq);
      for (const { id } of event.drawn) this.ink.add(id);
      for (const id of event.erased) this.ink.delete(id);
    }
    this.#lastEventId = this.#stream?.lastEventId ?? this.#lastEventId;
  }
}
