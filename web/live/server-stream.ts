import type { LiveEvent } from '#shared/live.ts';
import type { Fault } from '#web/lib/fault.ts';
import { randomId } from '#web/lib/random-id.ts';
import type { Connection, Watch } from './messages.ts';

export interface StreamListener {
  onOpen: () => void;
  onEvent: (event: LiveEvent) => void;
  /** The stream has ended or failed. */
  onEnd: (fault: Fault) => void;
}

/** Opens one stream to the server; returns a function that closes it. */
export type OpenStream = (input: Watched & { streamId: string }, listener: StreamListener) => () => void;

/** What a stream is about. */
export interface Watched {
  /** Each with the last known change. */
  readonly decks: readonly Watch[];
  /** Whether it reports changes of the list of decks. */
  readonly library: boolean;
}

interface Options {
  readonly open: OpenStream;
  /** Waits until a user is signed in again, if none is. */
  readonly signedIn: (fault: Fault) => Promise<void>;
  readonly watched: () => Watched;
  readonly onEvent: (event: LiveEvent) => void;
  /** `id` is null if no stream is open. */
  readonly onState: (state: { id: string | null; connection: Connection }) => void;
}

const RETRY_MS = [300, 1000, 2000, 5000, 10_000] as const;
/** Consecutive failures that are not shown: a restarting server is unavailable for a moment. */
const QUIET_FAILURES = 2;

/** The stream of the leading window. It is reopened when it breaks or when the watched decks change. */
export class ServerStream {
  readonly #options: Options;
  #close: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #ended = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Closes the old stream first, because two open streams would deliver remote commands twice. Changes missed in between are sent
   * again by number.
   */
  open(): void {
    this.#shut();
    const { decks, library } = this.#options.watched();
    if (this.#ended || (decks.length === 0 && !library)) return this.#options.onState({ id: null, connection: 'connecting' });
    const id = randomId();
    let current = true;
    const ifCurrent =
      <Args extends unknown[]>(act: (...args: Args) => void) =>
      (...args: Args): void => {
        if (current) act(...args);
      };
    const close = this.#options.open(
      { streamId: id, decks, library },
      {
        onOpen: ifCurrent(() => this.#opened(id)),
        onEvent: ifCurrent(this.#options.onEvent),
        onEnd: ifCurrent((fault: Fault) => void this.#failed(fault)),
      },
    );
    this.#close = () => {
      current = false;
      close();
    };
  }

  /** Retries at once, because the network is back or the window became visible. */
  retryNow(): void {
    if (this.#failures > 0) this.open();
  }

  end(): void {
    this.#ended = true;
    this.#shut();
  }

  #opened(id: string): void {
    this.#failures = 0;
    this.#options.onState({ id, connection: 'live' });
  }

  async #failed(fault: Fault): Promise<void> {
    this.#shut();
    const wait = RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)] ?? 0;
    this.#options.onState({ id: null, connection: this.#failures > QUIET_FAILURES ? 'offline' : 'connecting' });
    await this.#options.signedIn(fault);
    if (this.#ended || this.#close !== null) return;
    // Random delay, so that clients do not all reconnect to a restarted server at once.
    this.#timer = setTimeout(() => this.open(), wait * (0.5 + Math.random()));
  }

  #shut(): void {
    clearTimeout(this.#timer);
    this.#close?.();
    this.#close = null;
  }
}
