import { setTimeout as delay } from 'node:timers/promises';
import type { KeptEvent } from '#server/feed/feed-source.ts';
import type { LiveEvent } from '#shared/live.ts';
import type { DeckFeed } from './deck-feed.ts';
import type { LiveStream } from './live-stream.ts';

const RETRY_MILLISECONDS = 500;

/**
 * One deck in one stream. As long as it is level with the feed, it passes on what the feed has read; while it is behind
 * (at its beginning, or because its client is slow) it reads for itself, and it is level again once nothing is missing.
 */
export class DeckSubscription {
  readonly stream: LiveStream;
  readonly #feed: DeckFeed;
  readonly #at: number;
  /** What the client has, or is going to have out of its queue. */
  #cursor: number;
  #level = false;
  #toldLevel = false;
  #owesPresence = false;
  #ended = false;

  /** @param at the deck's place in the client's list */
  constructor(feed: DeckFeed, stream: LiveStream, at: number) {
    this.#feed = feed;
    this.stream = stream;
    this.#at = at;
    this.#cursor = 0;
    feed.join(this);
  }

  get deckId(): string {
    return this.#feed.deckId;
  }

  get isOver(): boolean {
    return this.#ended;
  }

  /**
   * Tells what goes on, what was missed, and then what is new.
   *
   * @param since the last number that the client has; null: it begins with what comes.
   */
  async begin(since: number | null): Promise<void> {
    while (!this.#ended) {
      try {
        return await this.#begin(since);
      } catch {
        // The database is away; who reads there says so in the log.
        await delay(RETRY_MILLISECONDS, undefined, { ref: false });
      }
    }
  }

  /** What the feed has read now: everything up to `upTo`. */
  tell(events: readonly KeptEvent[], upTo: number): void {
    if (!this.#level || this.#ended) return;
    if (this.stream.isFull) this.fallBehind();
    else this.#push(events, upTo);
  }

  /** Something was told without it: it reads on for itself. */
  fallBehind(): void {
    if (!this.#level || this.#ended) return;
    this.#level = false;
    void this.#catchUp();
  }

  /** What may be lost, to a client that has no time for it. */
  pass(event: LiveEvent): void {
    if (!this.stream.isFull && !this.#ended) this.stream.push(this.#at, event);
  }

  /** Who is there: the last word of it is told even to the slowest. */
  presence(): void {
    const { presence } = this.#feed;
    if (presence === null || this.#ended) return;
    if (!this.stream.isFull) return this.stream.push(this.#at, presence);
    if (!this.#owesPresence) void this.#presenceLater();
  }

  /** The deck is gone, or no longer theirs to see. What waits of it is not told any more. */
  lose(): void {
    if (this.#ended) return;
    this.end();
    this.stream.discard(this.#at);
    this.stream.push(this.#at, { kind: 'lost', deckId: this.deckId });
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#feed.leave(this);
  }

  async #begin(since: number | null): Promise<void> {
    await this.#feed.start();
    const running = await this.#feed.running();
    this.#cursor = await this.#firstCursor(since ?? this.#feed.seq);
    await this.#feed.deliverTo(this, () => {
      for (const event of running) if (event.seq <= this.#cursor && !this.#ended) this.stream.push(this.#at, event);
      this.presence();
    });
    await this.#catchUp();
  }

  async #firstCursor(wanted: number): Promise<number> {
    if (wanted <= this.#feed.seq) return wanted;
    // Ahead of this instance, which has not heard of it yet; or of a database that was put back to an older state.
    this.#feed.reread();
    return Math.min(wanted, await this.#feed.counter());
  }

  async #presenceLater(): Promise<void> {
    this.#owesPresence = true;
    await this.stream.room();
    this.#owesPresence = false;
    // When the rights cannot be looked up, the next change of who is there comes by itself.
    await this.#feed.deliverTo(this, () => this.presence()).catch(() => undefined);
  }

  async #catchUp(): Promise<void> {
    while (!this.#ended && !this.#level) {
      await this.stream.room();
      if (this.#cursor >= this.#feed.seq) this.#becomeLevel();
      else await this.#readOn();
    }
  }

  #becomeLevel(): void {
    this.#level = true;
    if (this.#toldLevel || this.#ended) return;
    this.#toldLevel = true;
    this.stream.push(this.#at, { kind: 'caught-up', deckId: this.deckId, seq: this.#cursor }, this.#cursor);
  }

  async #readOn(): Promise<void> {
    try {
      const { events, reached } = await this.#feed.read(this.#cursor);
      await this.#feed.deliverTo(this, () => {
        if (!this.#ended) this.#push(events, reached);
      });
    } catch {
      await delay(RETRY_MILLISECONDS, undefined, { ref: false });
    }
  }

  #push(events: readonly KeptEvent[], upTo: number): void {
    for (const event of events) if (event.seq > this.#cursor) this.stream.push(this.#at, event, event.seq);
    this.#cursor = Math.max(this.#cursor, upTo);
  }
}
