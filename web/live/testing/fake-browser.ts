import type { DeckEvent } from '#shared/live.ts';
import { Bus, type Channel } from '#web/live/bus.ts';
import { Leader } from '#web/live/leader.ts';
import { Leadership } from '#web/live/leadership.ts';
import { LiveWindow } from '#web/live/live-window.ts';
import type { BusMessage } from '#web/live/messages.ts';
import { FakeLocks } from './fake-locks.ts';
import type { FakeServer } from './fake-server.ts';

type Deliver = (event: MessageEvent<BusMessage>) => void;

/** A browser whose windows can open, close, crash and freeze. */
export class FakeBrowser {
  readonly locks = new FakeLocks();
  readonly server: FakeServer;
  readonly #listeners = new Map<string, Set<Deliver>>();
  #count = 0;

  constructor(server: FakeServer) {
    this.server = server;
  }

  open({ withLocks = true } = {}): FakeWindow {
    return new FakeWindow(this, `window-${String(++this.#count)}`, withLocks);
  }

  channel(owner: string): Channel {
    const own = new Set<Deliver>();
    this.#listeners.set(owner, own);
    return {
      addEventListener: (_type, listener) => void own.add(listener),
      postMessage: (data) => {
        for (const [other, listeners] of this.#listeners) {
          if (other === owner) continue;
          queueMicrotask(() => listeners.forEach((listener) => listener({ data } as MessageEvent<BusMessage>)));
        }
      },
    };
  }

  silence(owner: string): void {
    this.#listeners.get(owner)?.clear();
  }
}

/** One window of a `FakeBrowser`, with the real live update code. */
export class FakeWindow {
  readonly id: string;
  readonly live: LiveWindow;
  readonly seen: DeckEvent[] = [];
  readonly leftBehind: string[] = [];
  hidden = false;
  /** How often the list of decks was reported to have changed. */
  lists = 0;
  readonly #browser: FakeBrowser;
  readonly #leadership: Leadership;

  constructor(browser: FakeBrowser, id: string, withLocks: boolean) {
    this.id = id;
    this.#browser = browser;
    const locks = withLocks ? browser.locks.of(id) : null;
    void locks?.request(id, () => new Promise<never>(() => {}));
    const bus = new Bus(withLocks ? browser.channel(id) : null);
    this.live = new LiveWindow(bus, id);
    const isHidden = (): boolean => this.hidden;
    const lead = (): Leader =>
      new Leader({
        bus,
        isHidden,
        open: browser.server.open,
        signedIn: async () => {},
        windowGone: async (other, signal) => (await locks?.request(other, { signal }, () => true).catch(() => false)) ?? false,
        leftBehind: (_streamId, gone, deckId) => this.leftBehind.push(`${gone} ${deckId}`),
      });
    this.#leadership = new Leadership({ locks, lockName: 'lead', bus, window: this.live, clientId: id, lead, isHidden });
    this.#leadership.begin();
  }

  watchLibrary(): () => void {
    return this.live.watchLibrary(() => void this.lists++);
  }

  watch(deckId: string): () => void {
    return this.live.watch(deckId, (event) => this.seen.push(event));
  }

  show(visible: boolean): void {
    this.hidden = !visible;
    this.#leadership.notice();
  }

  /** Crashes the window: its connections break and the browser releases its locks. */
  die(): void {
    this.freeze();
    this.#browser.locks.windowDies(this.id);
  }

  /** Freezes the window: it sends and receives nothing but keeps its locks. */
  freeze(): void {
    this.#browser.silence(this.id);
    this.#leadership.end();
  }
}
