import type { LiveEvent } from '#shared/live.ts';
import type { Bus } from './bus.ts';
import { DeckEventState } from './deck-event-state.ts';
import type { BusMessage, Connection, StreamState } from './messages.ts';

export type LiveHandler = (event: LiveEvent) => void;

interface WatchedDeck {
  readonly feed: DeckEventState;
  readonly handlers: Set<LiveHandler>;
  /** Deleted or no longer accessible; no more events follow. */
  lost: boolean;
}

const NO_STREAM: StreamState = { id: null, connection: 'connecting', leaderHidden: false };

/** The decks that one window watches. It does not know whether this window or another one leads. */
export class LiveWindow {
  readonly #bus: Bus;
  readonly #clientId: string;
  readonly #decks = new Map<string, WatchedDeck>();
  readonly #listeners = new Set<() => void>();
  #stream = NO_STREAM;

  constructor(bus: Bus, clientId: string) {
    this.#bus = bus;
    this.#clientId = clientId;
    bus.listen((message) => this.#handle(message));
  }

  /** Calls `handler` with the deck's events until the returned function is called. The first events are the current state. */
  watch(deckId: string, handler: LiveHandler): () => void {
    const known = this.#decks.get(deckId);
    const deck = known === undefined || known.lost ? this.#begin(deckId, known) : known;
    deck.handlers.add(handler);
    const replay = deck.feed.replay(deckId);
    queueMicrotask(() => {
      for (const event of replay) if (deck.handlers.has(handler)) handler(event);
    });
    return () => {
      deck.handlers.delete(handler);
      if (deck.handlers.size > 0 || this.#decks.get(deckId) !== deck) return;
      this.#decks.delete(deckId);
      this.#announce();
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

  /** The page was restored from the back/forward cache. */
  comeBack(): void {
    this.#announce();
  }

  #begin(deckId: string, lost: WatchedDeck | undefined): WatchedDeck {
    const deck = { feed: new DeckEventState(), handlers: lost?.handlers ?? new Set<LiveHandler>(), lost: false };
    this.#decks.set(deckId, deck);
    this.#announce();
    return deck;
  }

  #announce(): void {
    const decks = [...this.#decks].filter(([, { lost }]) => !lost).map(([id, { feed }]) => ({ id, since: feed.since }));
    this.#bus.send({ say: 'watch', from: this.#clientId, decks });
  }

  #handle(message: BusMessage): void {
    switch (message.say) {
      case 'leading':
        return this.#announce();
      case 'stream':
        this.#stream = message.stream;
        for (const listener of this.#listeners) listener();
        return undefined;
      case 'events':
        if (message.to === null || message.to === this.#clientId) for (const event of message.events) this.#deliver(event);
        return undefined;
      case 'watch':
      case 'leave':
      case 'are-you-there':
        return undefined;
    }
  }

  #deliver(event: LiveEvent): void {
    const deck = this.#decks.get(event.deckId);
    if (deck === undefined || deck.lost || !deck.feed.accept(event)) return;
    for (const handler of deck.handlers.values().toArray()) handler(event);
    if (event.kind !== 'lost') return;
    deck.lost = true;
    this.#announce();
  }
}
