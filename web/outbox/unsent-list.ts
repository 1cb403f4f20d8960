import { byAge, type Unsent } from './unsent.ts';
import type { UnsentStore } from './unsent-store.ts';

export type ListMessage =
  | { readonly what: 'kept'; readonly unsent: Unsent }
  | { readonly what: 'sent'; readonly unsent: Unsent }
  | { readonly what: 'dropped'; readonly id: string };

/** The part of `BroadcastChannel` that is used. */
export interface ListChannel {
  postMessage(message: ListMessage): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ListMessage>) => void): void;
}

interface Options {
  readonly userId: string;
  readonly store: Promise<UnsentStore>;
  /** To the other windows of this person in this browser; null where there is none. */
  readonly channel: ListChannel | null;
}

/** One person's unsent work on this device, the same in all windows. */
export class UnsentList {
  readonly userId: string;
  /** Resolves when what earlier visits have left is there. */
  readonly ready: Promise<void>;
  readonly #channel: ListChannel | null;
  readonly #listeners = new Set<() => void>();
  readonly #sentListeners = new Set<(sent: Unsent) => void>();
  #items: readonly Unsent[] = [];
  #kept: UnsentStore['kept'] = 'device';
  /** Writes happen one after the other: the last word on an item is the one that stays. */
  #writing: Promise<UnsentStore>;

  constructor({ userId, store, channel }: Options) {
    this.userId = userId;
    this.#channel = channel;
    this.#writing = store;
    channel?.addEventListener('message', ({ data }) => this.#hear(data));
    this.ready = this.#load(store);
  }

  readonly items = (): readonly Unsent[] => this.#items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Tells of work that the server has taken, in whichever window, before it leaves the list. */
  onSent(listener: (sent: Unsent) => void): () => void {
    this.#sentListeners.add(listener);
    return () => this.#sentListeners.delete(listener);
  }

  get kept(): UnsentStore['kept'] {
    return this.#kept;
  }

  /** In the list at once; on the device when it resolves. */
  put(unsent: Unsent): Promise<void> {
    this.#take({ what: 'kept', unsent });
    return this.#write((store) => store.put(unsent));
  }

  drop(id: string): void {
    if (!this.#items.some((item) => item.id === id)) return;
    this.#take({ what: 'dropped', id });
    void this.#write((store) => store.remove(id));
  }

  /** The server has it. */
  sent(unsent: Unsent): void {
    this.#take({ what: 'sent', unsent });
    void this.#write((store) => store.remove(unsent.id));
  }

  async #load(opening: Promise<UnsentStore>): Promise<void> {
    const store = await opening;
    this.#kept = store.kept;
    const found = await store.all(this.userId).catch(() => []);
    // What was kept since then is newer.
    const known = new Set(this.#items.map(({ id }) => id));
    this.#set([...found.filter(({ id }) => !known.has(id)), ...this.#items]);
  }

  /** A full disk must not stop anybody: then the work is in memory alone, and said to be. */
  #write(act: (store: UnsentStore) => Promise<void>): Promise<void> {
    const written = this.#writing.then(act).catch(() => {
      this.#kept = 'memory';
    });
    this.#writing = Promise.all([this.#writing, written]).then(([store]) => store);
    return written;
  }

  #take(message: ListMessage): void {
    this.#channel?.postMessage(message);
    this.#hear(message);
  }

  #hear(message: ListMessage): void {
    if (message.what === 'sent') for (const listener of this.#sentListeners) listener(message.unsent);
    const id = message.what === 'dropped' ? message.id : message.unsent.id;
    const others = this.#items.filter((item) => item.id !== id);
    this.#set(message.what === 'kept' ? [...others, message.unsent] : others);
  }

  #set(items: readonly Unsent[]): void {
    this.#items = items.toSorted(byAge);
    for (const listener of this.#listeners) listener();
  }
}
