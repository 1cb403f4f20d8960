import type { Laser } from '#shared/talks.ts';

const INTERVAL_MS = 50;
/** Sent repeatedly while the dot does not move, so that others can tell it from a lost one. */
const STILL_THERE_MS = 1000;

/** Sends the position of the laser dot, at most twenty times a second; only the latest position is sent. */
export class LaserSender {
  readonly #send: (dot: Laser) => Promise<unknown>;
  #newest: Laser = null;
  #sent: Laser = null;
  #lastAt = -Infinity;
  #sending = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (dot: Laser) => Promise<unknown>) {
    this.#send = send;
  }

  point(dot: Laser): void {
    this.#newest = dot;
    if (dot === null && this.#sent === null && !this.#sending) return;
    this.#schedule(INTERVAL_MS);
  }

  #schedule(pauseMs: number): void {
    clearTimeout(this.#timer);
    const wait = Math.max(0, this.#lastAt + pauseMs - performance.now());
    this.#timer = setTimeout(() => void this.#pass(), wait);
  }

  async #pass(): Promise<void> {
    // The latest position is sent when the running request has returned.
    if (this.#sending) return;
    const dot = this.#newest;
    this.#sending = true;
    this.#lastAt = performance.now();
    // If a request fails, the next position replaces it.
    await this.#send(dot).catch(() => undefined);
    this.#sending = false;
    this.#sent = dot;
    if (this.#newest !== dot) this.#schedule(INTERVAL_MS);
    else if (dot !== null) this.#schedule(STILL_THERE_MS);
  }
}
