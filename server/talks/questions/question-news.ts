import type { Logger } from 'pino';
import type { Broadcasts } from '#server/feed/broadcasts.ts';
import type { TalkKey } from '#server/talks/talks.repo.ts';
import type { QuestionsRepo } from './questions.repo.ts';

const INTERVAL_MILLISECONDS = 1000;

interface Dependencies {
  readonly repo: Pick<QuestionsRepo, 'countOpen'>;
  readonly broadcasts: Pick<Broadcasts, 'publish'>;
  readonly log: Logger;
}

/** Tells everyone who watches a talk that its questions have changed: at most once a second, however many changes there are. */
export class QuestionNews {
  readonly #dependencies: Dependencies;
  /** Talks of which there was news in the last second, and whether there is more. */
  readonly #resting = new Map<string, { isDue: boolean }>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  changed(talk: TalkKey): void {
    const resting = this.#resting.get(talk.id);
    if (resting !== undefined) resting.isDue = true;
    else void this.#tell(talk);
  }

  async #tell({ id, deckId }: TalkKey): Promise<void> {
    const { repo, broadcasts, log } = this.#dependencies;
    const resting = { isDue: false };
    this.#resting.set(id, resting);
    try {
      await broadcasts.publish({ kind: 'questions', deckId, talkId: id, open: await repo.countOpen(id) });
    } catch (err) {
      log.warn({ err, talkId: id }, 'it cannot be told now that questions have changed');
    }
    setTimeout(() => {
      this.#resting.delete(id);
      if (resting.isDue) void this.#tell({ id, deckId });
    }, INTERVAL_MILLISECONDS).unref();
  }
}
