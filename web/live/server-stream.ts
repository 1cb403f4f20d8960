import type { LiveEvent } from '#shared/live.ts';
import type { Fault } from '#web/lib/fault.ts';
import { randomId } from '#web/lib/random-id.ts';
import type { Connection, Watch } from './messages.ts';

export interface StreamListener {
  onOpen: () => void;
  onEvent: (event: LiveEvent) => void;
  /** It has ended by itself. */
  onEnd: (fault: Fault) => void;
}

/** Opens one stream of the server; returns how to close it. */
export type OpenStream = (input: { streamId: string; decks: readonly Watch[] }, listener: StreamListener) => () => void;

interface Options {
  readonly open: OpenStream;
  /** Waits until somebody is signed in, should nobody be. */
  readonly signedIn: (fault: Fault) => Promise<void>;
  /** What is watched now, each deck with the last change that is known of it. */
  readonly watched: () => readonly Watch[];
  readonly onEvent: (event: LiveEvent) => void;
  /** `id` null: no stream is open. */
  readonly onState: (state: { id: string | null; connection: Connection }) => void;
}

const RETRY_MS = [300, 1000, 2000, 5000, 10_000] as const;
/** Failures in a row that nobody needs to hear of: a server that starts anew is away for a moment. */
const QUIET_FAILURES = 2;

/** The one stream of the leading window, opened again whenever it breaks or another set of decks is watched. */
export class ServerStream {
  readonly #options: Options;
  #close: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #ended = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Closes the stream first: two at a time would give every command of a remote twice. What is missed in between comes by its number. */
  open(): void {
    this.#shut();
    const decks = this.#options.watched();
    if (this.#ended || decks.length === 0) return this.#options.onState({ id: null, connection: 'connecting' });
    const id = randomId();
    let current = true;
    const ifCurrent =
      <Args extends unknown[]>(act: (...args: Args) => void) =>
      (...args: Args): void => {
        if (current) act(...args);
      };
    const close = this.#options.open(
      { streamId: id, decks },
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

  /** The network is back, or somebody looks: no reason to wait any longer. */
  hurry(): void {
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
    // Spread, so that a server which has just started is not asked by everybody at once.
    this.#timer = setTimeout(() => this.open(), wait * (0.5 + Math.random()));
  }

  #shut(): void {
    clearTimeout(this.#timer);
    this.#close?.();
    this.#close = null;
  }
}
