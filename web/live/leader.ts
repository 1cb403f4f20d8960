import { WATCHED_DECKS_MAX } from '#shared/limits.ts';
import type { LiveEvent } from '#shared/live.ts';
import type { Fault } from '#web/lib/fault.ts';
import type { Bus } from './bus.ts';
import { DeckFeed } from './deck-feed.ts';
import type { BusMessage, StreamState, Watch } from './messages.ts';
import { type OpenStream, ServerStream } from './server-stream.ts';

export interface LeaderOptions {
  readonly bus: Bus;
  readonly open: OpenStream;
  readonly signedIn: (fault: Fault) => Promise<void>;
  /** Resolves with true when that window is gone without having said so. */
  readonly windowGone: (id: string, signal: AbortSignal) => Promise<boolean>;
  /** A window has left this deck, and can no longer say so itself. */
  readonly leftBehind: (streamId: string, clientId: string, deckId: string) => void;
  readonly isHidden: () => boolean;
}

/** Windows say what they watch one after the other; the stream waits for all of them. */
const GATHERING_MS = 40;

/** What the leading window does for all windows of the browser: keeps the one stream of the server and passes on what it tells. */
export class Leader {
  readonly #options: LeaderOptions;
  readonly #stream: ServerStream;
  readonly #windows = new Map<string, readonly Watch[]>();
  readonly #feeds = new Map<string, DeckFeed>();
  readonly #stop = new AbortController();
  #state: StreamState;
  #gathering: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LeaderOptions) {
    this.#options = options;
    this.#state = { id: null, connection: 'connecting', leaderHidden: options.isHidden() };
    this.#stream = new ServerStream({
      open: options.open,
      signedIn: options.signedIn,
      watched: () => this.#openFeeds(),
      onEvent: (event) => this.#tell(event),
      onState: (state) => this.#report(state),
    });
    const unlisten = options.bus.listen((message) => this.#hear(message));
    this.#stop.signal.addEventListener('abort', unlisten);
    options.bus.send({ say: 'leading' });
  }

  hurry(): void {
    this.#stream.hurry();
  }

  /** Whether this window can be seen has changed. */
  report(): void {
    this.#report(this.#state);
  }

  end(): void {
    clearTimeout(this.#gathering);
    this.#stop.abort();
    this.#stream.end();
  }

  #hear(message: BusMessage): void {
    if (message.say === 'watch') this.#watch(message.from, message.decks);
    if (message.say === 'leave') this.#forget(message.from);
    if (message.say === 'are-you-there') this.report();
  }

  #watch(from: string, decks: readonly Watch[]): void {
    const known = this.#windows.get(from);
    this.#windows.set(from, decks);
    if (known === undefined) void this.#expectEnd(from);
    const had = new Set(known?.map(({ id }) => id));
    for (const { id } of decks) if (!had.has(id)) this.#welcome(from, id);
    this.report();
    this.#gather();
  }

  /** What runs already is not told again by the stream. */
  #welcome(from: string, deckId: string): void {
    const events = this.#feeds.get(deckId)?.retold(deckId) ?? [];
    if (events.length > 0) this.#options.bus.send({ say: 'events', to: from, events });
  }

  async #expectEnd(id: string): Promise<void> {
    if (!(await this.#options.windowGone(id, this.#stop.signal))) return;
    const { id: streamId } = this.#state;
    for (const deck of this.#windows.get(id) ?? []) if (streamId !== null) this.#options.leftBehind(streamId, id, deck.id);
    this.#forget(id);
  }

  #forget(id: string): void {
    if (this.#windows.delete(id)) this.#gather();
  }

  #gather(): void {
    clearTimeout(this.#gathering);
    this.#gathering = setTimeout(() => {
      const wanted = this.#wanted();
      const isOther = wanted.size !== this.#feeds.size || [...wanted].some((id) => !this.#feeds.has(id));
      if (isOther) this.#stream.open();
    }, GATHERING_MS);
  }

  #wanted(): ReadonlySet<string> {
    const all = [...this.#windows.values()].flat().map(({ id }) => id);
    return new Set([...new Set(all)].slice(-WATCHED_DECKS_MAX));
  }

  /** The decks of the stream that is about to be opened. */
  #openFeeds(): Watch[] {
    const wanted = this.#wanted();
    for (const id of this.#feeds.keys()) if (!wanted.has(id)) this.#feeds.delete(id);
    return [...wanted].map((id) => {
      const feed = this.#feeds.get(id);
      if (feed === undefined) this.#feeds.set(id, new DeckFeed());
      feed?.streamOpens();
      return { id, since: feed?.since ?? this.#knownByAll(id) };
    });
  }

  /** A window that has just begun to lead knows of no deck itself; it goes on where the windows have stopped. */
  #knownByAll(deckId: string): number | null {
    const known = [...this.#windows.values()].flat().filter(({ id }) => id === deckId);
    return known.reduce<number | null>(
      (least, { since }) => (least === null || since === null ? null : Math.min(least, since)),
      known[0]?.since ?? null,
    );
  }

  #tell(event: LiveEvent): void {
    const feed = this.#feeds.get(event.deckId);
    if (feed?.take(event) !== true) return;
    this.#options.bus.send({ say: 'events', to: null, events: [event] });
  }

  #report(state: Pick<StreamState, 'id' | 'connection'>): void {
    this.#state = { id: state.id, connection: state.connection, leaderHidden: this.#options.isHidden() };
    this.#options.bus.send({ say: 'stream', stream: this.#state });
  }
}
