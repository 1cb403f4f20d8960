import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Laser } from '#shared/talks.ts';
import type { TalkKey } from './talks.repo.ts';

/** As often as anybody sees a difference. */
const INTERVAL_MILLISECONDS = 33;

type Send = (talk: { readonly deckId: string; readonly talkId: string }, dot: Laser) => Promise<void>;

/** Passes on where presenters point: one dot per talk and interval, always the newest, the last one for certain. */
export class LaserPointer {
  readonly #send: Send;
  readonly #log: Logger;
  /** Talks whose last dot went out just now, with the newest since. */
  readonly #resting = new Map<string, { readonly dot: Laser } | null>();

  constructor(send: Send, log: Logger) {
    this.#send = send;
    this.#log = log;
  }

  async point(talk: TalkKey, dot: Laser): Promise<void> {
    if (this.#resting.has(talk.id)) {
      this.#resting.set(talk.id, { dot });
      return;
    }
    this.#resting.set(talk.id, null);
    const rest = setTimeout(INTERVAL_MILLISECONDS, undefined, { ref: false });
    try {
      await this.#send({ deckId: talk.deckId, talkId: talk.id }, dot);
    } finally {
      // Not before this one is out: two on their way at once may overtake each other.
      void rest.then(() => this.#goOn(talk));
    }
  }

  #goOn(talk: TalkKey): void {
    const newest = this.#resting.get(talk.id);
    this.#resting.delete(talk.id);
    if (newest)
      this.point(talk, newest.dot).catch((err: unknown) => this.#log.warn({ err, talkId: talk.id }, 'a light dot was lost'));
  }
}
