import { setTimeout as delay } from 'node:timers/promises';
import type { KeptEvent } from '#server/feed/feed-source.ts';
import type { LiveEvent } from '#shared/live.ts';
import type { DeckFeed } from './deck-feed.ts';
import type { LiveStream } from './live-stream.ts';

const RETRY_MILLISECONDS = 500;

/**
 * One deck in one stream. While it is up to date (level), it sends what the feed has read. While it is behind, at its start or
 * because its client is slow, it reads for itself until nothing is missing.
 */
export class DeckSubscription {
  readonly stream: LiveStream;
  readonly #feed: DeckFeed;
  readonly #at: number;
  /** The last number that was sent or is queued. */
  #cursor: number;
  #level = false;
  #toldLevel = false;
  #owesPresence = false;
  #ended = false;

  /** @param at the index of the deck in the client's list */
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
   * Sends running talks, then missed changes, then new ones.
   *
   * @param since the last number that the client has; null: it gets only new changes
   */
  async begin(since: number | null): Promise<void> {
    while (!this.#ended) {
      try {
        return await this.#begin(since);
      } catch {
        // The database is unavailable. The reader logs it.
        await delay(RETRY_MILLISECONDS, undefined, { ref: false });
      }
    }
  }

  /** Sends what the feed has read: all changes up to `upTo`. */
  tell(events: readonly KeptEvent[], upTo: number): void {
    if (!this.#level || this.#ended) return;
    if (this.stream.isFull) this.fallBehind();
    else this.#push(events, upTo);
  }

  /** Changes were sent without this subscription, so it reads them itself. */
  fallBehind(): void {
    if (!this.#level || this.#ended) return;
    this.#level = false;
    void this.#catchUp();
  }

  /** Sends an event that may be lost, unless the client is slow. */
  pass(event: LiveEvent): void {
    if (!this.stream.isFull && !this.#ended) this.stream.push(this.#at, event);
  }

  /** Sends who is present. The latest state is sent to slow clients as well, later. */
  presence(): void {
    const { presence } = this.#feed;
    if (presence === null || this.#ended) return;
    if (!this.stream.isFull) return this.stream.push(this.#at, presence);
    if (!this.#owesPresence) void this.#presenceLater();
  }

  /** The deck was deleted, or the user may no longer see it. Its queued events are discarded. */
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
    // The number is ahead of this instance, which has not had the notice yet, or the database was restored to an older state.
    this.#feed.reread();
    return Math.min(wanted, await this.#feed.counter());
  }

  async #presenceLater(): Promise<void> {
    this.#owesPresence = true;
    await this.stream.emptied();
    this.#owesPresence = false;
    // If the rights cannot be looked up, the next change of presence is sent anyway.
    await this.#feed.deliverTo(this, () => this.presence()).catch(() => undefined);
  }

  async #catchUp(): Promise<void> {
    while (!this.#ended && !this.#level) {
      await this.stream.emptied();
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
