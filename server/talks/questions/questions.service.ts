import { createHash, randomUUID } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { ReadableDeck } from '#server/access/granted-deck.ts';
import { holdDeck } from '#server/access/hold-deck.ts';
import { may } from '#server/access/rule.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { Transaction } from '#server/db/connect.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { AppError, forbidden, talkNotFound } from '#server/errors.ts';
import type {
  Question,
  QuestionChange,
  QuestionList,
  QuestionTalk,
  Reaction,
  RemoteQuestion,
  TalkTakes,
} from '#shared/questions.ts';
import { canPresent } from '#server/talks/talks.policy.ts';
import { apply, type TalkKey } from '#server/talks/talks.repo.ts';
import type { TalksService } from '#server/talks/talks.service.ts';
import type { QuestionNews } from './question-news.ts';
import type { AskedQuestionRow, AskedTalk, QuestionsRepo } from './questions.repo.ts';
import { serializeQuestion, serializeQuestionTalk, serializeRemoteQuestion } from './questions.serializer.ts';
import type { ReactionCounter } from './reaction-counts.ts';

/** Requests with reactions of one person, or of one network of visitors, in a minute. Each may have several reactions. */
const REACTIONS_PER_MINUTE = 300;
/** A phone has space for few. */
const SHOWN_ON_PHONES = 30;
/** Talks whose questions are read together. */
const TALKS_AT_ONCE = 100;

interface Dependencies {
  readonly repo: QuestionsRepo;
  readonly talks: Pick<TalksService, 'presented' | 'duringTalk'>;
  readonly decks: DecksService;
  readonly news: QuestionNews;
  readonly reactions: ReactionCounter;
}

/** What people who follow a talk send to its presenter: questions, votes, reactions. Visitors have a service of their own. */
export class QuestionsService {
  readonly #dependencies: Dependencies;
  readonly #reacting = new RateLimiterMemory({ points: REACTIONS_PER_MINUTE, duration: 60 });

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Also after the talk. Hidden questions only for its presenter and those who may edit the deck. @throws AppError TALK_NOT_FOUND */
  async list(actor: Actor, talkId: string, limit: number): Promise<QuestionList> {
    const { repo } = this.#dependencies;
    const { talk, deck } = await this.#readable(actor, talkId);
    const hidden = canPresent(actor, talk) || may(actor, 'edit', deck);
    const voterHash = hashOf(talkId, memberOf(actor));
    const [rows, total] = await Promise.all([repo.list(talkId, { limit, hidden, voterHash }), repo.total(talkId, { hidden })]);
    return { items: rows.map(serializeQuestion), total };
  }

  /** @throws AppError DECK_NOT_FOUND, FORBIDDEN */
  async listTalks(actor: Actor, deckId: string): Promise<{ items: QuestionTalk[] }> {
    const { repo, decks } = this.#dependencies;
    const rows = await repo.listTalks(await decks.changeable(actor, deckId));
    return { items: rows.map(serializeQuestionTalk) };
  }

  /** @throws AppError TALK_NOT_FOUND, FORBIDDEN if the talk takes no questions, LIMIT_REACHED */
  async ask(actor: Actor, talkId: string, { text, anonymous }: { text: string; anonymous: boolean }): Promise<Question> {
    const { repo, news } = this.#dependencies;
    const { talk, deck } = await this.#readable(actor, talkId);
    const asker = { id: randomUUID(), askerHash: hashOf(talkId, memberOf(actor)) };
    const question = { ...asker, name: anonymous ? null : actor.name, body: text };
    const row = await repo.ask((tx) => holdDeck(tx, deck, 'share'), talkId, question).catch(hideTalk);
    news.changed(talk);
    return serializeQuestion(row);
  }

  /**
   * The questions that a user has asked, in pages. Who has asked a question is not stored, so this goes through all talks and compares
   * hashes.
   */
  async *askedBy(userId: string): AsyncGenerator<readonly AskedQuestionRow[], void> {
    const { repo } = this.#dependencies;
    let last: string | null = null;
    do {
      const talkIds: string[] = await repo.talkIds(last, TALKS_AT_ONCE);
      const hashes = talkIds.map((talkId) => hashOf(talkId, memberOf({ userId })));
      const asked = talkIds.length === 0 ? [] : await repo.askedBy(talkIds, hashes);
      if (asked.length > 0) yield asked;
      last = talkIds.length < TALKS_AT_ONCE ? null : (talkIds.at(-1) ?? null);
    } while (last !== null);
  }

  /** @throws AppError TALK_NOT_FOUND, FORBIDDEN if the talk takes no questions, NOT_FOUND, LIMIT_REACHED */
  async vote(actor: Actor, talkId: string, questionId: string, voted: boolean): Promise<Question> {
    const { repo, news } = this.#dependencies;
    const { talk, deck } = await this.#readable(actor, talkId);
    const vote = { questionId, voted, voterHash: hashOf(talkId, memberOf(actor)) };
    const row = await repo.vote((tx) => holdDeck(tx, deck, 'share'), talkId, vote).catch(hideTalk);
    news.changed(talk);
    return serializeQuestion(row);
  }

  /** For the presenter, during the talk. @throws AppError TALK_NOT_FOUND, FORBIDDEN, NOT_FOUND */
  async change(actor: Actor, talkId: string, questionId: string, change: QuestionChange): Promise<void> {
    const { talks } = this.#dependencies;
    const presented = await talks.presented(actor, talkId);
    await talks.duringTalk(presented, (tx, held) => this.changeWithin(tx, held, questionId, change));
    this.changed(presented.talk);
  }

  /** In the transaction of a caller who may change the talk, which is locked. @throws AppError NOT_FOUND */
  changeWithin(tx: Transaction, talk: TalkKey, questionId: string, change: QuestionChange): Promise<void> {
    return this.#dependencies.repo.change(tx, talk, questionId, change);
  }

  changed(talk: TalkKey): void {
    this.#dependencies.news.changed(talk);
  }

  /** Says what followers may send. What is left out stays as it is. @throws AppError TALK_NOT_FOUND, FORBIDDEN */
  async take(actor: Actor, talkId: string, wish: { [Key in keyof TalkTakes]?: boolean | undefined }): Promise<TalkTakes> {
    const { talks } = this.#dependencies;
    const presented = await talks.presented(actor, talkId);
    return talks.duringTalk(presented, async (tx, held) => {
      const { takesQuestions = held.takesQuestions, takesReactions = held.takesReactions } = wish;
      const takes = { takesQuestions, takesReactions };
      const isSame = takesQuestions === held.takesQuestions && takesReactions === held.takesReactions;
      if (!isSame) await apply(tx, held.id, () => ({ ...takes, movedBy: '' }));
      return takes;
    });
  }

  /** @throws AppError TALK_NOT_FOUND, FORBIDDEN if the talk takes no reactions, RATE_LIMITED */
  async react(actor: Actor, talkId: string, reaction: Reaction, count: number): Promise<void> {
    const { talk } = await this.#readable(actor, talkId);
    await this.countReaction(talk, memberOf(actor), reaction, count);
  }

  /** @param who whose reactions are limited together @throws AppError as `react` */
  async countReaction(talk: AskedTalk, who: string, reaction: Reaction, count: number): Promise<void> {
    if (talk.endedAt !== null) throw talkNotFound();
    if (!talk.takesReactions) throw forbidden();
    await this.#reacting.consume(`${talk.id} ${who}`).catch((refusal: unknown) => {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      throw new AppError('RATE_LIMITED', 'Too many reactions. Wait a moment, then try again.', { retryAfterSeconds });
    });
    this.#dependencies.reactions.add(talk, reaction, count);
  }

  /** What a phone shows. */
  async ofPhone(talkId: string): Promise<RemoteQuestion[]> {
    const wanted = { limit: SHOWN_ON_PHONES, hidden: false, voterHash: null };
    return (await this.#dependencies.repo.list(talkId, wanted)).map(serializeRemoteQuestion);
  }

  async #readable(actor: Actor, talkId: string): Promise<{ talk: AskedTalk; deck: ReadableDeck }> {
    const { repo, decks } = this.#dependencies;
    const talk = await repo.talk(talkId);
    if (talk === null) throw talkNotFound();
    return { talk, deck: await decks.readable(actor, talk.deckId).catch(hideTalk) };
  }
}

/** Tells people apart within one talk. Hashes of one person in two talks cannot be compared. */
export function hashOf(talkId: string, person: string): string {
  return createHash('sha256')
    .update(JSON.stringify([talkId, person]))
    .digest('base64url');
}

/** Cannot be the random text of a visitor, which has no space. */
function memberOf({ userId }: Pick<Actor, 'userId'>): string {
  return `member ${userId}`;
}

/** As in `TalksService`: users who may not see a deck must not learn of its talks. */
function hideTalk(thrown: unknown): never {
  throw thrown instanceof AppError && thrown.code === 'DECK_NOT_FOUND' ? talkNotFound() : thrown;
}
