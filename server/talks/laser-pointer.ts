import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Laser } from '#shared/talks.ts';

/** As often as anybody sees a difference. */
const INTERVAL_MILLISECONDS = 33;

/** Sends a dot, if whoever points still may. */
export type SendDot = (dot: Laser) => Promise<void>;

/** Passes on where presenters point: one dot per talk and interval, always the newest, the last one for certain. */
export class LaserPointer {
  readonly #log: Logger;
  /** Talks whose last dot went out just now, with the newest since. */
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
      // Not before this one is out: two on their way at once may overtake each other.
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
