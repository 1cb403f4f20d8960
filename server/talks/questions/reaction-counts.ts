import type { Logger } from 'pino';
import type { Broadcasts } from '#server/feed/broadcasts.ts';
import type { Reaction, ReactionCounts as Counts } from '#shared/questions.ts';
import type { AskedTalk } from './questions.repo.ts';

const INTERVAL_MILLISECONDS = 1000;

interface Dependencies {
  readonly broadcasts: Pick<Broadcasts, 'publish'>;
  readonly log: Logger;
}

/** Counts reactions and sends the presenter the sums of each second. Nothing is stored, and others learn nothing of them. */
export class ReactionCounter {
  readonly #dependencies: Dependencies;
  /** The sums of the current second, by talk. */
  readonly #sums = new Map<string, Counts>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  add(talk: AskedTalk, reaction: Reaction, count: number): void {
    const sums = this.#sums.get(talk.id);
    this.#sums.set(talk.id, { ...sums, [reaction]: (sums?.[reaction] ?? 0) + count });
    if (sums === undefined) setTimeout(() => void this.#send(talk), INTERVAL_MILLISECONDS).unref();
  }

  async #send({ id, deckId, presenterId }: AskedTalk): Promise<void> {
    const counts = this.#sums.get(id) ?? {};
    this.#sums.delete(id);
    const { broadcasts, log } = this.#dependencies;
    await broadcasts
      .publish({ kind: 'reactions', deckId, talkId: id, counts }, presenterId)
      .catch((err: unknown) => log.debug({ err, talkId: id }, 'reactions were lost'));
  }
}
