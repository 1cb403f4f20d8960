interface Options<Value> {
  readonly send: (value: Value | null) => Promise<unknown>;
  /** The shortest time between two requests. */
  readonly intervalMs: number;
}

/** A value that does not change is sent again after this time, so that others can tell it from one whose sender is gone. */
const STILL_THERE_MS = 1000;

/** Sends a value that changes quickly, such as the position of a pointer: only the latest one, and not too often. Null ends it. */
export class LatestSender<Value> {
  readonly #options: Options<Value>;
  #newest: Value | null = null;
  #sent: Value | null = null;
  #lastAt = -Infinity;
  #sending = false;
  #isStopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options<Value>) {
    this.#options = options;
  }

  set(value: Value | null): void {
    this.#newest = value;
    this.#isStopped = false;
    if (value === null && this.#sent === null && !this.#sending) return clearTimeout(this.#timer);
    return this.#schedule(this.#options.intervalMs);
  }

  /** Ends the value without sending that, because others learn of it in another way. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#newest = this.#sent = null;
    this.#isStopped = true;
  }

  #schedule(pauseMs: number): void {
    clearTimeout(this.#timer);
    const wait = Math.max(0, this.#lastAt + pauseMs - performance.now());
    this.#timer = setTimeout(() => void this.#pass(), wait);
  }

  async #pass(): Promise<void> {
    // The latest value is sent when the running request has returned.
    if (this.#sending) return;
    const value = this.#newest;
    this.#sending = true;
    this.#lastAt = performance.now();
    // If a request fails, the next value replaces it.
    await this.#options.send(value).catch(() => undefined);
    this.#sending = false;
    if (this.#isStopped) return;
    this.#sent = value;
    if (this.#newest !== value) this.#schedule(this.#options.intervalMs);
    else if (value !== null) this.#schedule(STILL_THERE_MS);
  }
}
