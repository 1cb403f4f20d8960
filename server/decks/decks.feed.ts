import type { Changes, FeedSource, Range } from '#server/feed/feed-source.ts';
import type { DecksRepo } from './decks.repo.ts';

/** The changes of a deck's title, visibility, owner and version in its feed. */
export class DecksFeed implements FeedSource {
  readonly part = 'decks';
  readonly #repo: DecksRepo;

  constructor(repo: DecksRepo) {
    this.#repo = repo;
  }

  async changesSince(deckId: string, { since, upTo }: Range): Promise<Changes> {
    const seq = await this.#repo.changedAt(deckId);
    return { events: seq > since && seq <= upTo ? [{ kind: 'deck', deckId, seq }] : [], reached: upTo };
  }
}
