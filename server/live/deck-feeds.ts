import type { Notice } from '#server/feed/notices.ts';
import { DeckFeed, type FeedTools } from './deck-feed.ts';

/** The decks that are watched on this instance. Forwards notices to their feeds. */
export class DeckFeeds {
  readonly #tools: FeedTools;
  readonly #feeds = new Map<string, DeckFeed>();

  constructor(tools: FeedTools) {
    this.#tools = tools;
  }

  of(deckId: string): DeckFeed {
    const known = this.#feeds.get(deckId);
    if (known !== undefined) return known;
    const feed = new DeckFeed(deckId, this.#tools, () => this.#feeds.delete(deckId));
    this.#feeds.set(deckId, feed);
    return feed;
  }

  onNotice(notice: Exclude<Notice, { kind: 'pulse' }>): void {
    switch (notice.kind) {
      case 'change':
        this.#feeds.get(notice.deckId)?.onNotice(notice.seq, notice.part);
        break;
      case 'presence':
        this.#feeds.get(notice.deckId)?.presenceChanged();
        break;
      case 'listed':
      case 'lists':
      case 'jobs':
      case 'audience':
        break;
      case 'broadcast':
        this.#feeds.get(notice.event.deckId)?.broadcast(notice.event, notice.to);
    }
  }

  /** Notices may have been missed. */
  rereadAll(): void {
    for (const feed of this.#feeds.values()) feed.reread();
  }

  /** A user may have lost access or left. */
  accessChanged(): void {
    for (const feed of this.#feeds.values()) feed.presenceChanged();
  }
}
