import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Credential } from '#server/auth/actor.ts';
import type { Notice } from '#server/feed/notices.ts';
import type { LiveStream } from './live-stream.ts';

interface Dependencies {
  /** By credential id, for valid credentials: whether their user may read the deck now. */
  readonly readersAmong: (deckId: string, credentials: readonly Credential[]) => Promise<ReadonlyMap<string, boolean>>;
  readonly log: Logger;
}

/** Changes within this time lead to one event. */
const PAUSE_MILLISECONDS = 500;
/** If more decks have changed, looking up their readers costs more than the lists that are read again. */
const DECKS_MAX = 20;

/**
 * The streams that want to know when their list of decks may have changed. An event says nothing about a deck: the client reads its list
 * again. After a change of a deck it goes to those who may read the deck now. After a loss of rights it goes to all, because nothing says
 * who had them.
 */
export class LibraryFeed {
  readonly #dependencies: Dependencies;
  readonly #streams = new Set<LiveStream>();
  /** Decks that have changed for everyone who may read them. */
  readonly #decks = new Set<string>();
  /** Users for whom something has changed. */
  readonly #users = new Set<string>();
  #concernsAll = false;
  #isBusy = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  join(stream: LiveStream): void {
    this.#streams.add(stream);
    stream.onEnd(() => this.#streams.delete(stream));
  }

  onNotice(notice: Notice): void {
    if (notice.kind === 'listed' || (notice.kind === 'change' && notice.part === 'decks'))
      this.#changedFor(this.#decks, notice.deckId);
    else if (notice.kind === 'lists' && notice.userId === null) this.changedForAll();
    else if (notice.kind === 'lists') this.#changedFor(this.#users, notice.userId);
    else if (notice.kind === 'broadcast' && notice.event.kind === 'star') this.#changedFor(this.#users, notice.to);
  }

  /** Someone may have lost the right to a deck, or notices may have been missed. */
  changedForAll(): void {
    if (this.#streams.size === 0) return;
    this.#concernsAll = true;
    void this.#workOff();
  }

  #changedFor(ids: Set<string>, id: string | null): void {
    if (this.#streams.size === 0 || id === null) return;
    ids.add(id);
    void this.#workOff();
  }

  async #workOff(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (this.#concernsAll || this.#decks.size > 0 || this.#users.size > 0) {
      for (const stream of await this.#concerned()) if (!stream.isFull) stream.push(-1, { kind: 'library' });
      await delay(PAUSE_MILLISECONDS, undefined, { ref: false });
    }
    this.#isBusy = false;
  }

  async #concerned(): Promise<Iterable<LiveStream>> {
    const [deckIds, userIds] = [[...this.#decks], new Set(this.#users)];
    const concernsAll = this.#concernsAll || deckIds.length > DECKS_MAX;
    this.#decks.clear();
    this.#users.clear();
    this.#concernsAll = false;
    if (concernsAll) return [...this.#streams];
    const { readersAmong, log } = this.#dependencies;
    try {
      const streams = [...this.#streams];
      const credentials = new Map(streams.map(({ actor: { credential } }) => [credential.id, credential]));
      const found = await Promise.all(deckIds.map((deckId) => readersAmong(deckId, [...credentials.values()])));
      return streams.filter(
        ({ actor: { userId, credential } }) =>
          userIds.has(userId) || found.some((readers) => readers.get(credential.id) === true),
      );
    } catch (err) {
      log.warn({ err }, 'the readers of changed decks cannot be looked up now');
      return [...this.#streams];
    }
  }
}
