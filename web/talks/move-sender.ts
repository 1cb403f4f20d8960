/** How long to wait after a move that could not be sent. */
const RETRY_MS = 1000;

interface MoveSenderOptions<Move> {
  send: (move: Move) => Promise<void>;
  /** Both in one: what the earlier says and the later does not stays. */
  merge: (earlier: Move, later: Move) => Move;
  /** Whether trying again may help. */
  isPassing: (thrown: unknown) => boolean;
  /** Everything has been sent. */
  onIdle: () => void;
}

/**
 * Sends a window's moves one after the other, so that they arrive in order. While one is on its way only the newest
 * waits: those in between would be seen by nobody. A move that the network swallowed is sent again.
 */
export class MoveSender<Move> {
  readonly #options: MoveSenderOptions<Move>;
  #waiting: Move | null = null;
  #sending = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: MoveSenderOptions<Move>) {
    this.#options = options;
  }

  /** Whether something is not with the server yet. */
  get isBusy(): boolean {
    return this.#sending || this.#waiting !== null;
  }

  push(move: Move): void {
    this.#waiting = this.#waiting === null ? move : this.#options.merge(this.#waiting, move);
    void this.retry();
  }

  /** Sends what waits, now: the connection is back. */
  async retry(): Promise<void> {
    const move = this.#waiting;
    if (this.#sending || move === null) return;
    clearTimeout(this.#timer);
    this.#waiting = null;
    this.#sending = true;
    const delivered = await this.#deliver(move);
    this.#sending = false;
    if (!delivered) this.#timer = setTimeout(() => void this.retry(), RETRY_MS);
    else if (this.#waiting !== null) await this.retry();
    else this.#options.onIdle();
  }

  /** Forgets what waits. */
  close(): void {
    clearTimeout(this.#timer);
    this.#waiting = null;
  }

  /** Whether the move is done with: taken, or refused for good. */
  async #deliver(move: Move): Promise<boolean> {
    try {
      await this.#options.send(move);
      return true;
    } catch (thrown) {
      if (!this.#options.isPassing(thrown)) return true;
      this.#waiting = this.#waiting === null ? move : this.#options.merge(move, this.#waiting);
      return false;
    }
  }
}
