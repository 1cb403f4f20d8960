import type { BusMessage } from './messages.ts';

/** The part of `BroadcastChannel` that is used. */
export interface Channel {
  postMessage(message: BusMessage): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<BusMessage>) => void): void;
}

type Listener = (message: BusMessage) => void;

/** Carries messages to all windows of the browser, the sending one included; in the order in which a window has sent them. */
export class Bus {
  readonly #channel: Channel | null;
  readonly #listeners = new Set<Listener>();

  /** Without a channel the window is by itself. */
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
