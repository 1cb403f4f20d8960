import { type Notice, readNotice } from '#server/feed/notices.ts';

/** Hears of what goes on in decks, for whoever shows a talk and not the deck: they need no events, only a word that something happened. */
export class TalkNotices {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Calls back whenever a talk of the deck, its remotes or its presenter's presence may be others. @returns what ends that */
  onChange(deckId: string, changed: () => void): () => void {
    const ofDeck = this.#waiting.get(deckId) ?? new Set();
    this.#waiting.set(deckId, ofDeck.add(changed));
    return () => {
      ofDeck.delete(changed);
      if (ofDeck.size === 0 && this.#waiting.get(deckId) === ofDeck) this.#waiting.delete(deckId);
    };
  }

  /** What comes on the live channel. */
  hear = (payload: string): void => {
    const deckId = deckOf(readNotice(payload));
    const ofDeck = deckId === null ? undefined : this.#waiting.get(deckId);
    ofDeck?.forEach((changed) => changed());
  };

  /** The line was lost for a while: anything may be another. */
  suspectAll = (): void => {
    for (const ofDeck of this.#waiting.values()) ofDeck.forEach((changed) => changed());
  };
}

/** The deck whose talks a notice may concern. */
function deckOf(notice: Notice | null): string | null {
  switch (notice?.kind) {
    case 'change':
    case 'presence':
      return notice.deckId;
    case 'broadcast':
      return notice.event.kind === 'remotes' ? notice.event.deckId : null;
    default:
      return null;
  }
}
