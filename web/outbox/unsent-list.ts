import { atom, type ReadableAtom } from 'nanostores';
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
  /** Reaches the user's other windows in this browser; null if there is no channel. */
  readonly channel: ListChannel | null;
}

/** One user's unsent changes on this device, shared by all windows. */
export class UnsentList {
  readonly userId: string;
  /** Resolves when changes of earlier visits are loaded. */
  readonly ready: Promise<void>;
  readonly #channel: ListChannel | null;
  readonly #items = atom<readonly Unsent[]>([]);
  readonly #sentListeners = new Set<(sent: Unsent) => void>();
  readonly #unstored = atom<ReadonlyMap<string, Unsent>>(new Map());
  #kept: UnsentStore['kept'] = 'device';
  /** Writes run one after the other, so that the last one for an item wins. */
  #writing: Promise<UnsentStore>;

  constructor({ userId, store, channel }: Options) {
    this.userId = userId;
    this.#channel = channel;
    this.#writing = store;
    channel?.addEventListener('message', ({ data }) => this.#handle(data));
    this.ready = this.#load(store);
  }

  readonly items = (): readonly Unsent[] => this.#items.get();

  readonly subscribe = (listener: () => void): (() => void) => this.#items.listen(listener);

  /** Calls the listener with each change that the server accepted, in any window, before it leaves the list. */
  onSent(listener: (sent: Unsent) => void): () => void {
    this.#sentListeners.add(listener);
    return () => this.#sentListeners.delete(listener);
  }

  get kept(): UnsentStore['kept'] {
    return this.#kept;
  }

  /** The changes that this window is still storing, by id. They are lost if it crashes now. */
  get unstored(): ReadableAtom<ReadonlyMap<string, Unsent>> {
    return this.#unstored;
  }

  /** Adds a change to the list at once; resolves when it is stored on the device. */
  async put(unsent: Unsent): Promise<void> {
    const { id } = unsent;
    this.#unstored.set(new Map(this.#unstored.get()).set(id, unsent));
    this.#publish({ what: 'kept', unsent });
    await this.#write((store) => store.put(unsent));
    const unstored = new Map(this.#unstored.get());
    // Another text of the same note may be on its way by now.
    if (unstored.get(id) !== unsent) return;
    unstored.delete(id);
    this.#unstored.set(unstored);
  }

  drop(id: string): void {
    if (!this.items().some((item) => item.id === id)) return;
    this.#publish({ what: 'dropped', id });
    void this.#write((store) => store.remove(id));
  }

  /** Removes a change that the server has accepted. */
  sent(unsent: Unsent): void {
    this.#publish({ what: 'sent', unsent });
    void this.#write((store) => store.remove(unsent.id));
  }

  async #load(opening: Promise<UnsentStore>): Promise<void> {
    const store = await opening;
    this.#kept = store.kept;
    const found = await store.all(this.userId).catch(() => []);
    // Changes added since then are newer.
    const known = new Set(this.items().map(({ id }) => id));
    this.#set([...found.filter(({ id }) => !known.has(id)), ...this.items()]);
  }

  /** A full disk must not block the user: changes are then in memory only, and the interface says so. */
  #write(act: (store: UnsentStore) => Promise<void>): Promise<void> {
    const written = this.#writing.then(act).catch(() => {
      this.#kept = 'memory';
    });
    this.#writing = Promise.all([this.#writing, written]).then(([store]) => store);
    return written;
  }

  #publish(message: ListMessage): void {
    this.#channel?.postMessage(message);
    this.#handle(message);
  }

  #handle(message: ListMessage): void {
    if (message.what === 'sent') for (const listener of this.#sentListeners) listener(message.unsent);
    const id = message.what === 'dropped' ? message.id : message.unsent.id;
    const others = this.items().filter((item) => item.id !== id);
    this.#set(message.what === 'kept' ? [...others, message.unsent] : others);
  }

  #set(items: readonly Unsent[]): void {
    this.#items.set(items.toSorted(byAge));
  }
}
