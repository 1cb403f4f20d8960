import type { Logger } from 'pino';
import type { Revocations } from '#server/auth/revocations.ts';
import type { TalkKey, TalksRepo } from './talks.repo.ts';

/** Somebody whose browser lost its connection, or who changes rooms, comes back within it. */
const ABANDONED_MINUTES = 60;
/** Nobody who was away so long asks what has changed since. */
const REMEMBERED_DAYS = 30;

interface Dependencies {
  readonly repo: TalksRepo;
  readonly revocations: Pick<Revocations, 'onRevoked'>;
  readonly log: Logger;
}

/** Ends talks that nobody can or does give any more. Several instances may do it at once: one of them ends a talk. */
export class TalkUpkeep {
  readonly #repo: TalksRepo;

  constructor({ repo, revocations, log }: Dependencies) {
    this.#repo = repo;
    revocations.onRevoked(() => {
      this.endWithoutRight().catch((err: unknown) => log.warn({ err }, 'talks without a presenter are ended within the hour'));
    });
  }

  /** Every hour, and in between as soon as somebody loses something. */
  async run(): Promise<void> {
    await this.endWithoutRight();
    await this.#repo.noteSignsOfLife();
    await this.#end(await this.#repo.listAbandoned(ABANDONED_MINUTES));
    await this.#repo.removeEnded(REMEMBERED_DAYS);
  }

  /** The presenter may not read the deck any more, is disabled or was removed. */
  async endWithoutRight(): Promise<void> {
    await this.#end(await this.#repo.listWithoutRight());
  }

  async #end(talks: readonly TalkKey[]): Promise<void> {
    for (const talk of talks) await this.#repo.end(talk);
  }
}
