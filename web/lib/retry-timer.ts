/**
 * Decides when something that failed is tried again: each failure in a row waits for the next delay, the last delay repeats.
 * Libraries for retries run a promise until it succeeds. Here, the work is often a lasting stream, which succeeds when it opens and
 * fails later, and it is tried again at once when the network returns or a window becomes visible.
 */
export class RetryTimer {
  readonly #delaysMs: readonly [number, ...number[]];
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(...delaysMs: readonly [number, ...number[]]) {
    this.#delaysMs = delaysMs;
  }

  /** Failures since the last success. */
  get failures(): number {
    return this.#failures;
  }

  /** Records a failure. */
  failed(): void {
    this.#failures += 1;
  }

  /** Runs the work after the delay that belongs to the number of failures. It replaces a run that still waits. */
  schedule(run: () => void): void {
    this.cancel();
    const [first] = this.#delaysMs;
    const delay = this.#delaysMs[Math.min(this.#failures, this.#delaysMs.length) - 1] ?? first;
    // Random, so that the clients of a restarted server do not all return at once.
    this.#timer = setTimeout(run, delay * (0.5 + Math.random()));
  }

  /** Records a success: the next failure waits for the first delay again. */
  succeeded(): void {
    this.#failures = 0;
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }
}
