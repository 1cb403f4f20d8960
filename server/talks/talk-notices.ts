import { type Notice, readNotice } from '#server/feed/notices.ts';

/**
 * Notifies streams that show a talk but do not watch its deck. They need no events, only a signal that something may have
 * changed.
 */
export class TalkNotices {
  readonly #waiting = new Map<string, Set<() => void>>();

  /**
   * Calls `changed` whenever a talk of the deck, its remotes, its questions or its presenter's presence may have changed. @returns a function
   * that unsubscribes
   */
  onChange(deckId: string, changed: () => void): () => void {
    const ofDeck = this.#waiting.get(deckId) ?? new Set();
    this.#waiting.set(deckId, ofDeck.add(changed));
    return () => {
      ofDeck.delete(changed);
      if (ofDeck.size === 0 && this.#waiting.get(deckId) === ofDeck) this.#waiting.delete(deckId);
    };
  }

  /** Handles a notification from the live channel. */
  onNotice = (payload: string): void => {
    const deckId = deckOf(readNotice(payload));
    const ofDeck = deckId === null ? undefined : this.#waiting.get(deckId);
    ofDeck?.forEach((changed) => changed());
  };

  /** Call this after the connection was lost: anything may have changed. */
  notifyAll = (): void => {
    for (const ofDeck of this.#waiting.values()) ofDeck.forEach((changed) => changed());
  };
}

/** The deck whose talks a notice may affect; null: none. */
function deckOf(notice: Notice | null): string | null {
  switch (notice?.kind) {
    case 'change':
    case 'presence':
      return notice.deckId;
    case 'broadcast':
      return notice.event.kind === 'remotes' || notice.event.kind === 'questions' ? notice.event.deckId : null;
    default:
      return null;
  }
}
