import type { Logger } from 'pino';
import type { Revocations } from '#server/auth/revocations.ts';
import type { OldTalksRepo } from './old-talks.repo.ts';
import type { Decide, TalkKey, TalksRepo } from './talks.repo.ts';

const CHECK_SECONDS = 5;
/** A talk ends when no window of its presenter has shown the deck for this long. */
const ENDS_AFTER_SECONDS = 60;
/** If the presenter returns within this time, the talk resumes where it was. */
const COMES_BACK_SECONDS = 10 * 60;
/** Clients that were away longer than this load the deck again instead of asking for changes. */
const REMEMBERED_DAYS = 30;

interface Dependencies {
  readonly repo: TalksRepo;
  readonly old: OldTalksRepo;
  readonly revocations: Pick<Revocations, 'onRevoked'>;
  readonly log: Logger;
  readonly endsAfterSeconds?: number | undefined;
}

/**
 * Ends talks whose presenter has left or may no longer read the deck, and resumes them when the presenter returns in time.
 * Several instances may do this at once: each change is made under the talk's row lock, by the first instance that gets it.
 */
export class TalkUpkeep {
  readonly #repo: TalksRepo;
  readonly #old: OldTalksRepo;
  readonly #log: Logger;
  readonly #endsAfterSeconds: number;

  constructor({ repo, old, revocations, log, endsAfterSeconds = ENDS_AFTER_SECONDS }: Dependencies) {
    this.#repo = repo;
    this.#old = old;
    this.#log = log;
    this.#endsAfterSeconds = endsAfterSeconds;
    revocations.onRevoked(() => {
      this.endWithoutRight().catch((err: unknown) => log.warn({ err }, 'talks without a presenter are ended within the hour'));
    });
  }

  /**
   * Starts to check regularly which presenters have left or returned.
   *
   * @returns a function that stops the checks; its promise resolves when the current check is done
   */
  watch(): () => Promise<void> {
    const startedAt = performance.now();
    let check = Promise.resolve();
    let isChecking = false;
    const timer = setInterval(() => {
      if (isChecking) return;
      isChecking = true;
      // After a restart no presenter has been seen yet. Browsers reconnect within seconds.
      const isSettled = performance.now() - startedAt > this.#endsAfterSeconds * 1000;
      check = this.checkPresence({ ends: isSettled })
        .catch((err: unknown) => this.#log.warn({ err }, 'the presence of presenters cannot be checked at the moment'))
        .finally(() => (isChecking = false));
    }, CHECK_SECONDS * 1000).unref();
    return () => {
      clearInterval(timer);
      return check;
    };
  }

  /** @param ends whether to end talks whose presenter has not been seen for `endsAfterSeconds` */
  async checkPresence({ ends }: { ends: boolean }): Promise<void> {
    await this.#repo.noteSignsOfLife();
    if (ends) for (const talk of await this.#repo.listAbandoned(this.#endsAfterSeconds)) await this.#repo.end(talk, this.#leave);
    await this.#repo.closeLeft(COMES_BACK_SECONDS);
    for (const talk of await this.#repo.listReturned()) await this.#repo.resume(talk);
  }

  /** Runs every hour. */
  async run(): Promise<void> {
    await this.endWithoutRight();
    await this.#old.closeAudiences();
    await this.#old.removeEnded(REMEMBERED_DAYS);
  }

  /** Ends talks whose presenter may no longer read the deck, is disabled or was removed. */
  async endWithoutRight(): Promise<void> {
    const talks: readonly TalkKey[] = await this.#repo.listWithoutRight();
    for (const talk of talks) await this.#repo.end(talk);
  }

  /** The presenter may have returned since the talk was listed. */
  readonly #leave: Decide = ({ now, seenAt }) =>
    now.getTime() - seenAt.getTime() < this.#endsAfterSeconds * 1000 ? null : { endedAt: now, leftAt: now };
}
