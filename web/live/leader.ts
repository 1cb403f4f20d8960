import { WATCHED_DECKS_MAX } from '#shared/limits.ts';
import type { LiveEvent } from '#shared/live.ts';
import type { Fault } from '#web/lib/fault.ts';
import type { Bus } from './bus.ts';
import { DeckEventState } from './deck-event-state.ts';
import type { BusMessage, StreamState, Watch } from './messages.ts';
import { type OpenStream, ServerStream, type Watched } from './server-stream.ts';

export interface LeaderOptions {
  readonly bus: Bus;
  readonly open: OpenStream;
  readonly signedIn: (fault: Fault) => Promise<void>;
  /** Resolves with true when that window is gone without having announced it. */
  readonly windowGone: (id: string, signal: AbortSignal) => Promise<boolean>;
  /** Reports that a window left a deck, because the window cannot report it any more. */
  readonly leftBehind: (streamId: string, clientId: string, deckId: string) => void;
  readonly isHidden: () => boolean;
}

/** Windows announce their decks one after the other; the delay collects them into one request. */
const REOPEN_DELAY_MS = 40;

/** The work of the leading window: it keeps the only stream to the server and passes its events to all windows of the browser. */
export class Leader {
  readonly #options: LeaderOptions;
  readonly #stream: ServerStream;
  readonly #windows = new Map<string, Watched>();
  readonly #feeds = new Map<string, DeckEventState>();
  readonly #stop = new AbortController();
  #state: StreamState;
  /** Whether the stream reports changes of the list of decks. */
  #hasLibrary = false;
  #reopenTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LeaderOptions) {
    this.#options = options;
    this.#state = { id: null, connection: 'connecting', leaderHidden: options.isHidden() };
    this.#stream = new ServerStream({
      open: options.open,
      signedIn: options.signedIn,
      watched: () => {
        this.#hasLibrary = this.#wantsLibrary();
        return { decks: this.#openFeeds(), library: this.#hasLibrary };
      },
      onEvent: (event) => this.#publish(event),
      onState: (state) => this.#report(state),
    });
    const unlisten = options.bus.listen((message) => this.#handle(message));
    this.#stop.signal.addEventListener('abort', unlisten);
    options.bus.send({ say: 'leading' });
  }

  retryNow(): void {
    this.#stream.retryNow();
  }

  /** Called when the visibility of this window has changed. */
  report(): void {
    this.#report(this.#state);
  }

  end(): void {
    clearTimeout(this.#reopenTimer);
    this.#stop.abort();
    this.#stream.end();
  }

  #handle(message: BusMessage): void {
    if (message.say === 'watch') this.#watch(message.from, message);
    if (message.say === 'leave') this.#forget(message.from);
    if (message.say === 'are-you-there') this.report();
  }

  #watch(from: string, { decks, library }: Watched): void {
    const known = this.#windows.get(from);
    this.#windows.set(from, { decks, library });
    if (known === undefined) void this.#watchForEnd(from);
    const had = new Set(known?.decks.map(({ id }) => id));
    for (const { id } of decks) if (!had.has(id)) this.#replayTo(from, id);
    this.report();
    this.#scheduleReopen();
  }

  /** Replays the current state to a window, because the stream does not send it again. */
  #replayTo(from: string, deckId: string): void {
    const events = this.#feeds.get(deckId)?.replay(deckId) ?? [];
    if (events.length > 0) this.#options.bus.send({ say: 'events', to: from, events });
  }

  async #watchForEnd(id: string): Promise<void> {
    if (!(await this.#options.windowGone(id, this.#stop.signal))) return;
    const { id: streamId } = this.#state;
    for (const deck of this.#windows.get(id)?.decks ?? []) if (streamId !== null) this.#options.leftBehind(streamId, id, deck.id);
    this.#forget(id);
  }

  #forget(id: string): void {
    if (this.#windows.delete(id)) this.#scheduleReopen();
  }

  #scheduleReopen(): void {
    clearTimeout(this.#reopenTimer);
    this.#reopenTimer = setTimeout(() => {
      const wanted = this.#wanted();
      const isOther = wanted.size !== this.#feeds.size || [...wanted].some((id) => !this.#feeds.has(id));
      if (isOther || this.#wantsLibrary() !== this.#hasLibrary) this.#stream.open();
    }, REOPEN_DELAY_MS);
  }

  #wanted(): ReadonlySet<string> {
    const all = this.#watchedDecks().map(({ id }) => id);
    return new Set([...new Set(all)].slice(-WATCHED_DECKS_MAX));
  }

  #wantsLibrary(): boolean {
    return [...this.#windows.values()].some(({ library }) => library);
  }

  /** The decks of all windows, with repetitions. */
  #watchedDecks(): Watch[] {
    return [...this.#windows.values()].flatMap(({ decks }) => decks);
  }

  /** The decks for the stream that is about to be opened. */
  #openFeeds(): Watch[] {
    const wanted = this.#wanted();
    for (const id of this.#feeds.keys()) if (!wanted.has(id)) this.#feeds.delete(id);
    return [...wanted].map((id) => {
      const feed = this.#feeds.get(id);
      if (feed === undefined) this.#feeds.set(id, new DeckEventState());
      feed?.streamOpened();
      return { id, since: feed?.since ?? this.#knownByAll(id) };
    });
  }

  /** A new leader has no state of its own and continues where the windows stopped. */
  #knownByAll(deckId: string): number | null {
    const known = this.#watchedDecks().filter(({ id }) => id === deckId);
    return known.reduce<number | null>(
      (least, { since }) => (least === null || since === null ? null : Math.min(least, since)),
      known[0]?.since ?? null,
    );
  }

  #publish(event: LiveEvent): void {
    if (event.kind !== 'library' && this.#feeds.get(event.deckId)?.accept(event) !== true) return;
    this.#options.bus.send({ say: 'events', to: null, events: [event] });
  }

  #report(state: Pick<StreamState, 'id' | 'connection'>): void {
    this.#state = { id: state.id, connection: state.connection, leaderHidden: this.#options.isHidden() };
    this.#options.bus.send({ say: 'stream', stream: this.#state });
  }
}
