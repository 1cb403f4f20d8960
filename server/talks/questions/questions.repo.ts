import { and, asc, count, desc, eq, getTableColumns, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { links, talkAudiences, talkQuestions, talkQuestionVotes, talks, users } from '#drizzle/schema/index.ts';
import type { ChangeableDeck } from '#server/access/granted-deck.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { AppError, forbidden, questionNotFound, talkNotFound } from '#server/errors.ts';
import { QUESTION_VOTES_MAX, QUESTIONS_OF_ASKER_MAX, QUESTIONS_OF_TALK_MAX } from '#shared/limits.ts';
import type { QuestionChange } from '#shared/questions.ts';
import { apply, isRunning, type TalkKey } from '#server/talks/talks.repo.ts';

export type QuestionRow = Omit<typeof talkQuestions.$inferSelect, 'talkId' | 'askerHash'> & { readonly voted: boolean };
/** A question, for the person who has asked it. */
export type AskedQuestionRow = Omit<typeof talkQuestions.$inferSelect, 'askerHash'>;
export type NewQuestion = Pick<typeof talkQuestions.$inferSelect, 'id' | 'askerHash' | 'name' | 'body'>;
/** What the rules for questions depend on. */
export type AskedTalk = Pick<
  typeof talks.$inferSelect,
  'id' | 'deckId' | 'presenterId' | 'takesQuestions' | 'takesReactions' | 'endedAt'
>;
export interface QuestionTalkRow {
  readonly id: string;
  readonly presenterId: string | null;
  readonly presenterName: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly questions: number;
}

/** A link that a visitor has opened. */
export interface AskedLink {
  readonly id: string;
  readonly passwordHash: string | null;
}

/** Locks what a right depends on. @throws AppError without the right */
export type Hold = (tx: Transaction) => Promise<unknown>;

interface Wanted {
  readonly limit: number;
  /** Whether hidden questions are wanted. */
  readonly hidden: boolean;
  /** Whose votes are marked. Null: none are. */
  readonly voterHash: string | null;
}

const { id, deckId, presenterId, takesQuestions, takesReactions, endedAt } = talks;
const asked = { id, deckId, presenterId, takesQuestions, takesReactions, endedAt };
const isNotHidden = ne(talkQuestions.status, 'hidden');

/**
 * SQL of questions and votes. A question locks its talk, so that the limits hold; a vote does not, so that many votes do not hold up the
 * presenter: one that arrives while the talk ends may count.
 */
export class QuestionsRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** A talk, also one that has ended. */
  async talk(talkId: string): Promise<AskedTalk | null> {
    const [row] = await this.#db.select(asked).from(talks).where(eq(talks.id, talkId));
    return row ?? null;
  }

  /** The running talk that is open to a link. */
  async talkOfLink(linkId: string): Promise<AskedTalk | null> {
    const [row] = await this.#db
      .select(asked)
      .from(talkAudiences)
      .innerJoin(links, eq(links.id, talkAudiences.linkId))
      .innerJoin(
        talks,
        and(eq(talks.deckId, links.deckId), eq(talks.presenterId, talkAudiences.presenterId), isNull(talks.endedAt)),
      )
      .where(eq(talkAudiences.linkId, linkId));
    return row ?? null;
  }

  /** Open questions first, then answered ones, then hidden ones; those with most votes first. */
  async list(talkId: string, { limit, hidden, voterHash }: Wanted): Promise<QuestionRow[]> {
    const { talkId: _talk, askerHash: _asker, ...shown } = getTableColumns(talkQuestions);
    const isVote = and(eq(talkQuestionVotes.questionId, talkQuestions.id), eq(talkQuestionVotes.voterHash, voterHash ?? ''));
    return this.#db
      .select({ ...shown, voted: sql<boolean>`${talkQuestionVotes.questionId} is not null` })
      .from(talkQuestions)
      .leftJoin(talkQuestionVotes, isVote)
      .where(ofTalk(talkId, hidden))
      .orderBy(
        sql`array_position(array['open', 'answered', 'hidden'], ${talkQuestions.status})`,
        desc(talkQuestions.votes),
        asc(talkQuestions.askedAt),
        asc(talkQuestions.id),
      )
      .limit(limit);
  }

  /** The ids of talks after this one, in their order, at most `limit`. @param last null: the first ones */
  async talkIds(last: string | null, limit: number): Promise<string[]> {
    const rows = await this.#db
      .select({ id: talks.id })
      .from(talks)
      .where(last === null ? undefined : gt(talks.id, last))
      .orderBy(talks.id)
      .limit(limit);
    return rows.map((talk) => talk.id);
  }

  /** The questions in these talks that were asked by one of these hashes. */
  async askedBy(talkIds: readonly string[], askerHashes: readonly string[]): Promise<AskedQuestionRow[]> {
    const { askerHash: _asker, ...shown } = getTableColumns(talkQuestions);
    return this.#db
      .select(shown)
      .from(talkQuestions)
      .where(and(inArray(talkQuestions.talkId, [...talkIds]), inArray(talkQuestions.askerHash, [...askerHashes])));
  }

  async total(talkId: string, { hidden }: Pick<Wanted, 'hidden'>): Promise<number> {
    return this.#count(this.#db, ofTalk(talkId, hidden));
  }

  async countOpen(talkId: string): Promise<number> {
    return this.#count(this.#db, and(eq(talkQuestions.talkId, talkId), eq(talkQuestions.status, 'open')));
  }

  /** The talks of a deck that have questions, the last started first. At most as many as a deck keeps talks. */
  async listTalks(deck: ChangeableDeck): Promise<QuestionTalkRow[]> {
    const questions = sql<number>`count(${talkQuestions.id})::int`;
    return this.#db
      .select({
        id: talks.id,
        presenterId: talks.presenterId,
        presenterName: users.name,
        startedAt: talks.startedAt,
        endedAt: talks.endedAt,
        questions,
      })
      .from(talks)
      .innerJoin(talkQuestions, eq(talkQuestions.talkId, talks.id))
      .leftJoin(users, eq(users.id, talks.presenterId))
      .where(eq(talks.deckId, deck.id))
      .groupBy(talks.id, users.id)
      .orderBy(desc(talks.startedAt), desc(talks.id));
  }

  /**
   * @param hold the right of the one who asks
   * @throws AppError TALK_NOT_FOUND, FORBIDDEN if the talk takes no questions, LIMIT_REACHED, and as `hold`
   */
  async ask(hold: Hold, talkId: string, question: NewQuestion): Promise<QuestionRow> {
    return this.#db.transaction(async (tx) => {
      await hold(tx);
      const [talk] = await tx
        .select(asked)
        .from(talks)
        .where(and(eq(talks.id, talkId), isRunning))
        .for('no key update');
      refuseUnlessAsked(talk);
      const [numbers] = await tx
        .select({
          all: count(),
          own: sql<number>`count(*) filter (where ${talkQuestions.askerHash} = ${question.askerHash})::int`,
        })
        .from(talkQuestions)
        .where(eq(talkQuestions.talkId, talkId));
      refuseTooMany(numbers ?? { all: 0, own: 0 });
      const [row] = await tx
        .insert(talkQuestions)
        .values({ ...question, talkId, askedAt: sql`clock_timestamp()` })
        .returning();
      if (row === undefined) throw new Error('a question was not written');
      return { ...row, voted: false };
    });
  }

  /**
   * Counts the vote of a person once, or takes it back. @returns the number of votes
   *
   * @throws AppError TALK_NOT_FOUND, FORBIDDEN, NOT_FOUND, LIMIT_REACHED, and as `hold`
   */
  async vote(hold: Hold, talkId: string, vote: { questionId: string; voterHash: string; voted: boolean }): Promise<QuestionRow> {
    const { questionId, voterHash, voted } = vote;
    return this.#db.transaction(async (tx) => {
      await hold(tx);
      const [talk] = await tx
        .select(asked)
        .from(talks)
        .where(and(eq(talks.id, talkId), isRunning));
      refuseUnlessAsked(talk);
      const isIt = and(eq(talkQuestions.id, questionId), eq(talkQuestions.talkId, talkId), isNotHidden);
      const [question] = await tx.select().from(talkQuestions).where(isIt);
      if (question === undefined) throw questionNotFound();
      const changed = voted
        ? await tx.insert(talkQuestionVotes).values({ questionId, voterHash }).onConflictDoNothing().returning()
        : await tx
            .delete(talkQuestionVotes)
            .where(and(eq(talkQuestionVotes.questionId, questionId), eq(talkQuestionVotes.voterHash, voterHash)))
            .returning();
      if (changed.length === 0) return { ...question, voted };
      const [counted] = await tx
        .update(talkQuestions)
        .set({ votes: sql`${talkQuestions.votes} + ${voted ? 1 : -1}` })
        .where(isIt)
        .returning();
      if (counted === undefined) throw questionNotFound();
      if (counted.votes > QUESTION_VOTES_MAX)
        throw limitReached('This question has as many votes as it can have.', QUESTION_VOTES_MAX);
      return { ...counted, voted };
    });
  }

  /** Changes a question of a talk that is locked, in the caller's transaction. @throws AppError NOT_FOUND */
  async change(tx: Transaction, talk: TalkKey, questionId: string, change: QuestionChange): Promise<void> {
    const isIt = and(eq(talkQuestions.id, questionId), eq(talkQuestions.talkId, talk.id));
    const [question] = await tx.select({ status: talkQuestions.status }).from(talkQuestions).where(isIt).for('no key update');
    if (question === undefined) throw questionNotFound();
    const status = statusAfter(change, question.status);
    if (status !== question.status) await tx.update(talkQuestions).set({ status }).where(isIt);
    await apply(tx, talk.id, (held) => {
      const isShown = held.blank === 'question' && held.questionId === questionId;
      if (change === 'show') return isShown ? null : { blank: 'question', questionId, movedBy: '' };
      const isToEnd = change === 'unshow' || change === 'hide';
      return isShown && isToEnd ? { blank: null, questionId: null, movedBy: '' } : null;
    });
  }

  async #count(db: Database | Transaction, condition: SQL | undefined): Promise<number> {
    const [row] = await db.select({ count: count() }).from(talkQuestions).where(condition);
    return row?.count ?? 0;
  }
}

/**
 * Locks a link that works, and that is open for the audience of a talk, as a visitor has opened it.
 *
 * @returns whether there is one: it may have been paused, closed, or have another password
 */
export async function holdLink(tx: Transaction, { id: linkId, passwordHash }: AskedLink): Promise<boolean> {
  const rows = await tx
    .select({ id: links.id })
    .from(links)
    .innerJoin(talkAudiences, eq(talkAudiences.linkId, links.id))
    .where(
      and(
        eq(links.id, linkId),
        eq(links.paused, false),
        sql`(${links.expiresAt} is null or ${links.expiresAt} > clock_timestamp())`,
        sql`${links.passwordHash} is not distinct from ${passwordHash}`,
      ),
    )
    .for('share');
  return rows.length === 1;
}

function ofTalk(talkId: string, hidden: boolean): SQL | undefined {
  return and(eq(talkQuestions.talkId, talkId), hidden ? undefined : isNotHidden);
}

function statusAfter(change: QuestionChange, status: QuestionRow['status']): QuestionRow['status'] {
  if (change === 'answer') return 'answered';
  if (change === 'hide') return 'hidden';
  // What is shown is not hidden.
  return change === 'open' || (change === 'show' && status === 'hidden') ? 'open' : status;
}

function refuseUnlessAsked(talk: AskedTalk | undefined): void {
  if (talk === undefined) throw talkNotFound();
  if (!talk.takesQuestions) throw forbidden();
}

function refuseTooMany({ all, own }: { readonly all: number; readonly own: number }): void {
  if (own >= QUESTIONS_OF_ASKER_MAX)
    throw limitReached(`You can ask at most ${QUESTIONS_OF_ASKER_MAX} questions in a talk.`, QUESTIONS_OF_ASKER_MAX);
  if (all >= QUESTIONS_OF_TALK_MAX)
    throw limitReached(`A talk can have at most ${QUESTIONS_OF_TALK_MAX} questions.`, QUESTIONS_OF_TALK_MAX);
}

function limitReached(message: string, limit: number): AppError {
  return new AppError('LIMIT_REACHED', message, { limit });
}
