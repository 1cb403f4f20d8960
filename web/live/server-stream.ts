import type { LiveEvent } from '#shared/live.ts';
import type { Fault } from '#web/lib/fault.ts';
import { RetryTimer } from '#web/lib/retry-timer.ts';
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

/** Consecutive failures that are not shown: a restarting server is unavailable for a moment. */
const QUIET_FAILURES = 2;

/** The stream of the leading window. It is reopened when it breaks or when the watched decks change. */
export class ServerStream {
  readonly #options: Options;
  #close: (() => void) | null = null;
  readonly #retry = new RetryTimer(300, 1000, 2000, 5000, 10_000);
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
    if (this.#retry.failures > 0) this.open();
  }

  end(): void {
    this.#ended = true;
    this.#shut();
  }

  #opened(id: string): void {
    this.#retry.succeeded();
    this.#options.onState({ id, connection: 'live' });
  }

  async #failed(fault: Fault): Promise<void> {
    this.#shut();
    this.#retry.failed();
    this.#options.onState({ id: null, connection: this.#retry.failures > QUIET_FAILURES ? 'offline' : 'connecting' });
    await this.#options.signedIn(fault);
    if (this.#ended || this.#close !== null) return;
    this.#retry.schedule(() => this.open());
  }

  #shut(): void {
    this.#retry.cancel();
    this.#close?.();
    this.#close = null;
  }
}
