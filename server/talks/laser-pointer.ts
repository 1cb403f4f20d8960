import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Laser } from '#shared/talks.ts';

/** About 30 dots per second. More would not be visible. */
const INTERVAL_MILLISECONDS = 33;

/** Sends a dot, if the presenter may still do so. */
export type SendDot = (dot: Laser) => Promise<void>;

/** Forwards the presenters' laser dots: at most one per talk and interval, always the newest. The last dot is always sent. */
export class LaserPointer {
  readonly #log: Logger;
  /** Talks that sent a dot during the current interval, with the newest dot received since. */
  readonly #resting = new Map<string, { readonly dot: Laser; readonly send: SendDot } | null>();

  constructor(log: Logger) {
    this.#log = log;
  }

  async point(talkId: string, dot: Laser, send: SendDot): Promise<void> {
    if (this.#resting.has(talkId)) {
      this.#resting.set(talkId, { dot, send });
      return;
    }
    this.#resting.set(talkId, null);
    const rest = setTimeout(INTERVAL_MILLISECONDS, undefined, { ref: false });
    try {
      await send(dot);
    } finally {
      // Wait until this dot is sent: two dots sent at the same time may overtake each other.
      void rest.then(() => this.#goOn(talkId));
    }
  }

  #goOn(talkId: string): void {
    const newest = this.#resting.get(talkId);
    this.#resting.delete(talkId);
    if (!newest) return;
    this.point(talkId, newest.dot, newest.send).catch((err: unknown) => this.#log.debug({ err, talkId }, 'a light dot was lost'));
  }
}
