import type { LiveEvent } from '#shared/live.ts';
import type { Bus } from './bus.ts';
import { DeckFeed } from './deck-feed.ts';
import type { BusMessage, Connection, StreamState } from './messages.ts';

export type LiveHandler = (event: LiveEvent) => void;

interface WatchedDeck {
  readonly feed: DeckFeed;
  readonly handlers: Set<LiveHandler>;
  /** Gone, or no longer this person's to see: nothing more comes of it. */
  lost: boolean;
}

const NO_STREAM: StreamState = { id: null, connection: 'connecting', leaderHidden: false };

/** What one window of the browser watches. Where the events come from, this window or another that leads, it does not know. */
export class LiveWindow {
  readonly #bus: Bus;
  readonly #clientId: string;
  readonly #decks = new Map<string, WatchedDeck>();
  readonly #listeners = new Set<() => void>();
  #stream = NO_STREAM;

  constructor(bus: Bus, clientId: string) {
    this.#bus = bus;
    this.#clientId = clientId;
    bus.listen((message) => this.#hear(message));
  }

  /** Calls `handler` with the deck's events until the returned function is called. It is told first what is there already. */
  watch(deckId: string, handler: LiveHandler): () => void {
    const known = this.#decks.get(deckId);
    const deck = known === undefined || known.lost ? this.#begin(deckId, known) : known;
    deck.handlers.add(handler);
    const retold = deck.feed.retold(deckId);
    queueMicrotask(() => {
      for (const event of retold) if (deck.handlers.has(handler)) handler(event);
    });
    return () => {
      deck.handlers.delete(handler);
      if (deck.handlers.size > 0 || this.#decks.get(deckId) !== deck) return;
      this.#decks.delete(deckId);
      this.#say();
    };
  }

  readonly stream = (): StreamState => this.#stream;

  readonly connection = (): Connection => this.#stream.connection;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  leave(): void {
    this.#bus.send({ say: 'leave', from: this.#clientId });
  }

  /** Back from where the browser keeps pages that were left. */
  comeBack(): void {
    this.#say();
  }

  #begin(deckId: string, lost: WatchedDeck | undefined): WatchedDeck {
    const deck = { feed: new DeckFeed(), handlers: lost?.handlers ?? new Set<LiveHandler>(), lost: false };
    this.#decks.set(deckId, deck);
    this.#say();
    return deck;
  }

  #say(): void {
    const decks = [...this.#decks].filter(([, { lost }]) => !lost).map(([id, { feed }]) => ({ id, since: feed.since }));
    this.#bus.send({ say: 'watch', from: this.#clientId, decks });
  }

  #hear(message: BusMessage): void {
    switch (message.say) {
      case 'leading':
        return this.#say();
      case 'stream':
        this.#stream = message.stream;
        for (const listener of this.#listeners) listener();
        return undefined;
      case 'events':
        if (message.to === null || message.to === this.#clientId) for (const event of message.events) this.#tell(event);
        return undefined;
      case 'watch':
      case 'leave':
      case 'are-you-there':
        return undefined;
    }
  }

  #tell(event: LiveEvent): void {
    const deck = this.#decks.get(event.deckId);
    if (deck === undefined || deck.lost || !deck.feed.take(event)) return;
    for (const handler of deck.handlers.values().toArray()) handler(event);
    if (event.kind !== 'lost') return;
    deck.lost = true;
    this.#say();
  }
}
