import { randomUUID } from 'node:crypto';
import { AppError, forbidden, talkNotFound } from '#server/errors.ts';
import { QUESTIONS_SHOWN_MAX } from '#shared/limits.ts';
import type { Reaction, SharedQuestion, SharedQuestionList } from '#shared/questions.ts';
import type { QuestionNews } from './question-news.ts';
import { type AskedLink, type AskedTalk, type Hold, holdLink, type QuestionsRepo } from './questions.repo.ts';
import { serializeSharedQuestion } from './questions.serializer.ts';
import { hashOf, type QuestionsService } from './questions.service.ts';

/** What a visitor brings along, as in `links/shared.service.ts`. */
interface LinkHolder {
  readonly token: string;
  readonly grant: string | null;
}

interface Dependencies {
  readonly repo: QuestionsRepo;
  readonly news: QuestionNews;
  readonly questions: Pick<QuestionsService, 'countReaction'>;
  /** Opens the link of a visitor. @throws AppError LINK_NOT_FOUND, LINK_EXPIRED, PASSWORD_REQUIRED */
  readonly open: (holder: LinkHolder) => Promise<AskedLink>;
}

/** Counts an attempt. @throws AppError RATE_LIMITED */
type Spend = (linkId: string) => Promise<void>;

/** Questions, votes and reactions of visitors, in the talk that is open to their link. */
export class SharedQuestionsService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws AppError as `open`; TALK_NOT_FOUND; FORBIDDEN if the talk takes no questions */
  async list(holder: LinkHolder): Promise<SharedQuestionList> {
    const { repo } = this.#dependencies;
    const { talk } = await this.#talkOf(holder);
    if (!talk.takesQuestions) throw forbidden();
    const wanted = { limit: QUESTIONS_SHOWN_MAX, hidden: false, voterHash: null };
    const [rows, total] = await Promise.all([repo.list(talk.id, wanted), repo.total(talk.id, wanted)]);
    return { items: rows.map(serializeSharedQuestion), total };
  }

  /** @throws AppError as `list`; RATE_LIMITED; LIMIT_REACHED */
  async ask(
    holder: LinkHolder,
    { voter, text, name }: { voter: string; text: string; name?: string | undefined },
    spend: Spend,
  ): Promise<SharedQuestion> {
    const { repo, news } = this.#dependencies;
    const { talk, link } = await this.#talkOf(holder);
    await spend(link.id);
    const question = { id: randomUUID(), askerHash: hashOf(talk.id, voter), name: name ?? null, body: text };
    const row = await this.#holding(holder, link, (hold) => repo.ask(hold, talk.id, question));
    news.changed(talk);
    return serializeSharedQuestion(row);
  }

  /** @throws AppError as `list`; NOT_FOUND; RATE_LIMITED; LIMIT_REACHED */
  async vote(
    holder: LinkHolder,
    { questionId, voter, voted }: { questionId: string; voter: string; voted: boolean },
    spend: Spend,
  ): Promise<SharedQuestion> {
    const { repo, news } = this.#dependencies;
    const { talk, link } = await this.#talkOf(holder);
    await spend(link.id);
    const vote = { questionId, voted, voterHash: hashOf(talk.id, voter) };
    const row = await this.#holding(holder, link, (hold) => repo.vote(hold, talk.id, vote));
    news.changed(talk);
    return serializeSharedQuestion(row);
  }

  /** @param network of the visitor, whose reactions are limited together @throws AppError as `open`; TALK_NOT_FOUND; FORBIDDEN; RATE_LIMITED */
  async react(holder: LinkHolder, wish: { reaction: Reaction; count: number }, network: string): Promise<void> {
    const { talk, link } = await this.#talkOf(holder);
    await this.#dependencies.questions.countReaction(talk, `${link.id} ${network}`, wish.reaction, wish.count);
  }

  /** Runs `work` with a function that locks the link. If it does not work any more, the visitor learns why. */
  async #holding<Result>(holder: LinkHolder, link: AskedLink, work: (hold: Hold) => Promise<Result>): Promise<Result> {
    const hold: Hold = async (tx) => {
      if (!(await holdLink(tx, link))) throw talkNotFound();
    };
    try {
      return await work(hold);
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'TALK_NOT_FOUND') await this.#dependencies.open(holder);
      throw thrown;
    }
  }

  async #talkOf(holder: LinkHolder): Promise<{ talk: AskedTalk; link: AskedLink }> {
    const { repo, open } = this.#dependencies;
    const link = await open(holder);
    const talk = await repo.talkOfLink(link.id);
    if (talk === null) throw talkNotFound();
    return { talk, link };
  }
}
