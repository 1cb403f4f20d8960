import { atom } from 'nanostores';
import type { DeckEvent, LiveEvent } from '#shared/live.ts';
import type { Bus } from './bus.ts';
import { DeckEventState } from './deck-event-state.ts';
import type { BusMessage, Connection, StreamState } from './messages.ts';

export type LiveHandler = (event: DeckEvent) => void;

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
  readonly #libraryHandlers = new Set<() => void>();
  readonly #stream = atom(NO_STREAM);
  #isLocked: boolean;

  /**
   * @param locked resolves when the window holds the lock by which the leader can tell that it exists. Before, it announces nothing: the
   * leader would take it for one that is gone. Null: there are no locks
   */
  constructor(bus: Bus, clientId: string, locked: Promise<void> | null = null) {
    this.#bus = bus;
    this.#clientId = clientId;
    this.#isLocked = locked === null;
    if (locked !== null) void this.#announceAfter(locked);
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

  /** Calls `handler` when the list of decks may have changed, until the returned function is called. */
  watchLibrary(handler: () => void): () => void {
    this.#libraryHandlers.add(handler);
    if (this.#libraryHandlers.size === 1) this.#announce();
    return () => {
      this.#libraryHandlers.delete(handler);
      if (this.#libraryHandlers.size === 0) this.#announce();
    };
  }

  readonly stream = (): StreamState => this.#stream.get();

  readonly connection = (): Connection => this.#stream.get().connection;

  readonly subscribe = (listener: () => void): (() => void) => this.#stream.listen(listener);

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

  async #announceAfter(locked: Promise<void>): Promise<void> {
    await locked;
    this.#isLocked = true;
    this.#announce();
  }

  #announce(): void {
    if (!this.#isLocked) return;
    const decks = [...this.#decks].filter(([, { lost }]) => !lost).map(([id, { feed }]) => ({ id, since: feed.since }));
    this.#bus.send({ say: 'watch', from: this.#clientId, decks, library: this.#libraryHandlers.size > 0 });
  }

  #handle(message: BusMessage): void {
    switch (message.say) {
      case 'leading':
        return this.#announce();
      case 'stream':
        if (message.stream.id !== null && message.stream.id !== this.#stream.get().id) this.#listMayHaveChanged();
        this.#stream.set(message.stream);
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

  /** Also called for a new stream, because changes before it are not sent. */
  #listMayHaveChanged(): void {
    for (const handler of this.#libraryHandlers) handler();
  }

  #deliver(event: LiveEvent): void {
    if (event.kind === 'library') return this.#listMayHaveChanged();
    const deck = this.#decks.get(event.deckId);
    if (deck === undefined || deck.lost || !deck.feed.accept(event)) return undefined;
    for (const handler of deck.handlers.values().toArray()) handler(event);
    if (event.kind !== 'lost') return undefined;
    deck.lost = true;
    return this.#announce();
  }
}
