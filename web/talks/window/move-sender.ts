import { RetryTimer } from '#web/lib/retry-timer.ts';

interface MoveSenderOptions<Move> {
  send: (move: Move) => Promise<void>;
  /** Combines two moves; fields that only the earlier one has are kept. */
  merge: (earlier: Move, later: Move) => Move;
  /** Whether an error is temporary, so that a retry may succeed. */
  isTemporary: (thrown: unknown) => boolean;
  /** Called when everything has been sent. */
  onIdle: () => void;
}

/**
 * Sends the moves of a window one at a time, so that they arrive in order. While a request is running, waiting moves are merged
 * into one. A move that fails with a temporary error is sent again.
 */
export class MoveSender<Move> {
  readonly #options: MoveSenderOptions<Move>;
  #waiting: Move | null = null;
  #sending = false;
  #attempt = Promise.resolve();
  readonly #retry = new RetryTimer(1000);

  constructor(options: MoveSenderOptions<Move>) {
    this.#options = options;
  }

  /** Whether a move is being sent or waits to be sent. */
  get isBusy(): boolean {
    return this.#sending || this.#waiting !== null;
  }

  push(move: Move): void {
    this.#waiting = this.#waiting === null ? move : this.#options.merge(this.#waiting, move);
    void this.retry();
  }

  /** Sends the waiting move now instead of later. Resolves when no request is running: all is sent, or has to be sent again later. */
  retry(): Promise<void> {
    if (!this.#sending) this.#attempt = this.#sendWaiting();
    return this.#attempt;
  }

  async #sendWaiting(): Promise<void> {
    const move = this.#waiting;
    if (move === null) return;
    this.#retry.cancel();
    this.#waiting = null;
    this.#sending = true;
    const delivered = await this.#deliver(move);
    this.#sending = false;
    if (!delivered) this.#retry.schedule(() => void this.retry());
    else if (this.#waiting !== null) await this.#sendWaiting();
    else this.#options.onIdle();
  }

  /** Drops the waiting move. */
  close(): void {
    this.#retry.cancel();
    this.#waiting = null;
  }

  /** Whether the move is finished: accepted, or rejected permanently. */
  async #deliver(move: Move): Promise<boolean> {
    try {
      await this.#options.send(move);
      return true;
    } catch (thrown) {
      if (!this.#options.isTemporary(thrown)) return true;
      this.#waiting = this.#waiting === null ? move : this.#options.merge(move, this.#waiting);
      return false;
    }
  }
}
