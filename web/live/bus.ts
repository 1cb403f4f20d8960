import type { BusMessage } from './messages.ts';

/** The part of `BroadcastChannel` that is used. */
export interface Channel {
  postMessage(message: BusMessage): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<BusMessage>) => void): void;
}

type Listener = (message: BusMessage) => void;

/** Sends messages to all windows of the browser, including this one. Messages of one window arrive in order. */
export class Bus {
  readonly #channel: Channel | null;
  readonly #listeners = new Set<Listener>();

  /** @param channel null if the window cannot reach others */
  constructor(channel: Channel | null) {
    this.#channel = channel;
    channel?.addEventListener('message', ({ data }) => this.#deliver(data));
  }

  send(message: BusMessage): void {
    this.#channel?.postMessage(message);
    queueMicrotask(() => this.#deliver(message));
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #deliver(message: BusMessage): void {
    for (const listener of this.#listeners) listener(message);
  }
}
