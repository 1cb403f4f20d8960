import {
  and,
  asc,
  type Column,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import {
  decks,
  liveStreams,
  presences,
  talkPairings,
  talkQuestions,
  talkRemotes,
  talks,
  users,
  versions,
} from '#drizzle/schema/index.ts';
import type { ReadableDeck } from '#server/access/granted-deck.ts';
import { type HeldDeck, holdDeck } from '#server/access/hold-deck.ts';
import { readableBy } from '#server/access/readable-by.ts';
import { holdPeople } from '#server/auth/credentials.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { talkNotFound } from '#server/errors.ts';
import type { Range } from '#server/feed/feed-source.ts';
import { advance } from '#server/feed/advance.ts';
import { announceListed } from '#server/feed/announce-listed.ts';
import { TALKS_ENDED_MAX } from '#shared/limits.ts';
import type { ShownQuestion } from '#shared/questions.ts';
import { audienceCode, handOverAudiences } from './talk-audiences.repo.ts';

type Talk = typeof talks.$inferSelect;
/** A talk with the related data that is shown. */
export type TalkRow = Talk & {
  readonly presenterName: string | null;
  /** While the talk shows its address: the code of the link that is open for its audience, if there is one. */
  readonly audienceCode: string | null;
  /** While the talk shows a question. */
  readonly question: ShownQuestion | null;
  /** Of the version that is presented. */
  readonly slideCount: number;
  /** The database's time when the row was read. */
  readonly now: Date;
};
/** A running talk whose row is locked, and the current time. */
export type HeldTalk = Talk & { readonly now: Date };
export type TalkChanges = Partial<
  Pick<
    Talk,
    | 'versionId'
    | 'place'
    | 'blank'
    | 'questionId'
    | 'takesQuestions'
    | 'takesReactions'
    | 'movedBy'
    | 'elapsedMs'
    | 'runningSince'
    | 'plannedSeconds'
    | 'endedAt'
    | 'leftAt'
  >
>;
/** Identifies a talk. Its deck never changes. */
export type TalkKey = Pick<Talk, 'id' | 'deckId'>;
export type NewTalk = Pick<
  Talk,
  'id' | 'versionId' | 'place' | 'movedBy' | 'plannedSeconds' | 'takesQuestions' | 'takesReactions'
>;

/** Decides how to change a talk, given its current state; null: no change. */
export type Decide = (talk: HeldTalk) => TalkChanges | null;

/** How many running talks of one deck are listed at most. More would be of no use in the interface. */
const RUNNING_LISTED_MAX = 200;
/**
 * How often the presenter's presence is recorded. Shorter than any absence that matters, but long enough to avoid needless
 * updates.
 */
const NOTED_EVERY_SECONDS = 15;

/** The actual time: `now()` is the start of the transaction, and does not advance while it waits for a lock. */
export const databaseTime = sql<Date>`clock_timestamp()`.mapWith(talks.startedAt);
export const isRunning = isNull(talks.endedAt);
/** The presenter has left, and the talk may still resume. */
const isLeft = isNotNull(talks.leftAt);
/** Running, or may still resume. */
export const isOpen = or(isRunning, isLeft);
/** Whether a window of the talk's presenter shows the deck. */
export const presenterIsHere = sql<boolean>`exists (
  select from ${presences} join ${liveStreams} on ${liveStreams.id} = ${presences.streamId}
  where ${presences.deckId} = ${talks.deckId} and ${liveStreams.userId} = ${talks.presenterId})`;
/** The question that a talk shows, joined by `isShown`. */
const shownQuestion = { id: talkQuestions.id, text: talkQuestions.body, name: talkQuestions.name };
const isShown = and(eq(talkQuestions.id, talks.questionId), eq(talks.blank, 'question'));
/**
 * SQL of talks. Rows are locked in the same order everywhere in the service: users, deck, talks, what belongs to a talk, and the
 * deck's counter last.
 */
export class TalksRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns a running talk. */
  async find(id: string): Promise<TalkRow | null> {
    const [row] = await this.#select(and(eq(talks.id, id), isRunning));
    return row ?? null;
  }

  /** The running talks of a deck, in the order in which they started. */
  async listRunning(deckId: string): Promise<TalkRow[]> {
    return this.#select(and(eq(talks.deckId, deckId), isRunning)).limit(RUNNING_LISTED_MAX);
  }

  /** Talks whose last change is in the range, including ended ones, ordered by `seq`. */
  async listChanged(deckId: string, { since, upTo }: Range): Promise<TalkRow[]> {
    const rows = await this.#select(and(eq(talks.deckId, deckId), gt(talks.seq, since), lte(talks.seq, upTo)));
    return rows.toSorted((a, b) => a.seq - b.seq);
  }

  /**
   * Starts a talk. If the presenter already has an open talk on this deck, moves that one to the given version and place, unless
   * `keeps` returns true for it.
   *
   * @param keeps gets the locked deck and running talk; if it throws, the transaction is rolled back
   * @throws AppError as `holdDeck`
   */
  async start(
    readable: ReadableDeck,
    wish: NewTalk,
    keeps: (deck: HeldDeck, running: HeldTalk | null) => boolean,
  ): Promise<TalkKey> {
    return this.#db.transaction(async (tx) => {
      // The lock also prevents other talks of the deck from starting or changing hands in the meantime.
      const deck = await holdDeck(tx, readable, 'no key update');
      const presenting = { deckId: deck.id, presenterId: deck.actor.userId };
      const open = await holdTalks(tx, and(runBy(presenting), isOpen));
      const running = open.find(({ endedAt }) => endedAt === null) ?? null;
      if (keeps(deck, running)) return running ?? { ...wish, deckId: deck.id };
      // A talk that the presenter left is resumed instead of starting a new one, so that its followers stay with it.
      const existing = running ?? open.at(-1);
      const { versionId, place, movedBy } = wish;
      if (existing) await write(tx, existing, { versionId, place, movedBy, blank: null, endedAt: null, leftAt: null });
      else await insert(tx, { ...wish, ...presenting });
      return existing ?? { ...wish, deckId: deck.id };
    });
  }

  /**
   * Changes a running talk. Returns false when it is over. @param decide if it throws, the transaction is rolled back @throws
   * AppError as `holdDeck`
   */
  async change(deck: ReadableDeck, talkId: string, decide: Decide): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      await holdDeck(tx, deck, 'share');
      return apply(tx, talkId, decide);
    });
  }

  /**
   * Runs `work` while a running talk and the right to its deck are locked.
   *
   * @param work if it throws, the transaction is rolled back
   * @throws AppError TALK_NOT_FOUND, and as `holdDeck`
   */
  async during<Result>(
    deck: ReadableDeck,
    talkId: string,
    work: (tx: Transaction, talk: HeldTalk) => Promise<Result>,
  ): Promise<Result> {
    return this.#db.transaction(async (tx) => {
      await holdDeck(tx, deck, 'share');
      const [held] = await holdTalks(tx, and(eq(talks.id, talkId), isRunning));
      if (held === undefined) throw talkNotFound();
      return work(tx, held);
    });
  }

  /** Ends a talk without an actor, if `decide` still says so after the talk is locked. */
  async end(talk: TalkKey, decide: Decide = endNow): Promise<void> {
    await this.#db.transaction(async (tx) => {
      await tx.select({ id: decks.id }).from(decks).where(eq(decks.id, talk.deckId)).for('key share');
      await apply(tx, talk.id, decide);
    });
  }

  /** Ends all talks of a deck, also those whose presenters may still return. The deck's row must be locked. */
  async endAll(tx: Transaction, deckId: string): Promise<void> {
    const held = await holdTalks(tx, and(eq(talks.deckId, deckId), isOpen));
    for (const { id } of held) await dropRemotes(tx, id);
    for (const talk of held) await write(tx, talk, { endedAt: talk.endedAt ?? talk.now, leftAt: null });
  }

  /** Resumes a talk that its presenter had left, unless they have started another one on the deck. */
  async resume(talk: TalkKey): Promise<void> {
    await this.#db.transaction(async (tx) => {
      // As in `start`: no other talk of the deck can start or change hands in the meantime.
      await tx.select({ id: decks.id }).from(decks).where(eq(decks.id, talk.deckId)).for('no key update');
      const [held] = await holdTalks(tx, and(eq(talks.id, talk.id), isLeft));
      if (held?.presenterId == null) return;
      const running = await holdTalks(tx, and(runBy({ deckId: held.deckId, presenterId: held.presenterId }), isRunning));
      if (running.length === 0) await write(tx, held, { endedAt: null, leftAt: null });
    });
  }

  /**
   * Gives a running talk to another user. Ends the talk that this user already runs on the deck, and removes the remotes and the
   * code of the previous presenter.
   *
   * @param allow gets the locked talk; if it throws, the transaction is rolled back
   * @throws AppError as `holdDeck`
   */
  async handOver(
    deck: ReadableDeck,
    talkId: string,
    presenterId: string,
    allow: (talk: HeldTalk) => void,
  ): Promise<'done' | 'over' | 'no-such-reader'> {
    return this.#db.transaction(async (tx) => {
      const people = await holdPeople(tx, [deck.actor.userId, presenterId]);
      await holdDeck(tx, deck, 'no key update');
      if (!people.has(presenterId)) return 'no-such-reader';
      const held = await holdTalks(tx, and(or(eq(talks.id, talkId), runBy({ deckId: deck.id, presenterId })), isRunning));
      const given = held.find(({ id }) => id === talkId);
      if (given === undefined) return 'over';
      allow(given);
      if (!(await canBeRead(tx, deck.id, presenterId))) return 'no-such-reader';
      if (given.presenterId === presenterId) return 'done';
      for (const other of held) await dropRemotes(tx, other.id);
      await handOverAudiences(tx, given, presenterId);
      // End the new presenter's own talk first: a presenter may have only one running talk on a deck.
      for (const other of held) if (other !== given) await write(tx, other, { endedAt: other.now });
      await write(tx, given, { presenterId, movedBy: '' });
      return 'done';
    });
  }

  /** Tells those who follow a talk of the deck that the address which it shows may be another one. The deck's row must be locked. */
  async addressChanged(tx: Transaction, deckId: string): Promise<void> {
    const shown = await holdTalks(tx, and(eq(talks.deckId, deckId), isRunning, eq(talks.blank, 'address')));
    for (const talk of shown) await write(tx, talk, {});
  }

  /** Running talks whose presenter may no longer read the deck, is disabled or was removed. */
  async listWithoutRight(): Promise<TalkKey[]> {
    return this.#db
      .select({ id: talks.id, deckId: talks.deckId })
      .from(talks)
      .innerJoin(decks, eq(decks.id, talks.deckId))
      .leftJoin(users, and(eq(users.id, talks.presenterId), isNull(users.disabledAt), readableBy(users)))
      .where(and(isRunning, isNull(users.id)));
  }

  /** A presenter with a window on the deck counts as present, even if they do nothing. */
  async noteSignsOfLife(): Promise<void> {
    await this.#db
      .update(talks)
      .set({ seenAt: sql`now()` })
      .where(and(isRunning, isOlder(talks.seenAt, NOTED_EVERY_SECONDS), presenterIsHere));
  }

  /** Running talks whose presenter has not been seen for this many seconds. */
  async listAbandoned(seconds: number): Promise<TalkKey[]> {
    return this.#db
      .select({ id: talks.id, deckId: talks.deckId })
      .from(talks)
      .where(and(isRunning, isOlder(talks.seenAt, seconds)));
  }

  /** Talks whose presenters had left, are back, and may still read the deck. */
  async listReturned(): Promise<TalkKey[]> {
    return this.#db
      .select({ id: talks.id, deckId: talks.deckId })
      .from(talks)
      .innerJoin(decks, eq(decks.id, talks.deckId))
      .innerJoin(users, and(eq(users.id, talks.presenterId), isNull(users.disabledAt), readableBy(users)))
      .where(and(isLeft, presenterIsHere));
  }

  /** Closes talks whose presenter left this many seconds ago, and removes their remotes. */
  async closeLeft(seconds: number): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const over = await tx
        .select({ id: talks.id })
        .from(talks)
        .where(and(isLeft, isOlder(talks.leftAt, seconds)))
        .orderBy(asc(talks.id))
        .for('update');
      for (const { id } of over) {
        await dropRemotes(tx, id);
        await tx.update(talks).set({ leftAt: null }).where(eq(talks.id, id));
      }
    });
  }

  #select(condition: SQL | undefined) {
    return this.#db
      .select({
        ...getTableColumns(talks),
        presenterName: users.name,
        audienceCode,
        question: shownQuestion,
        slideCount: versions.slideCount,
        now: databaseTime,
      })
      .from(talks)
      .innerJoin(versions, eq(versions.id, talks.versionId))
      .leftJoin(users, eq(users.id, talks.presenterId))
      .leftJoin(talkQuestions, isShown)
      .where(condition)
      .orderBy(asc(talks.startedAt), asc(talks.id));
  }
}

export const endNow: Decide = (held) => ({ endedAt: held.now });

/** Changes a running talk. The deck's row must be locked. Returns false when the talk is over. */
export async function apply(tx: Transaction, talkId: string, decide: Decide): Promise<boolean> {
  const [held] = await holdTalks(tx, and(eq(talks.id, talkId), isRunning));
  if (held === undefined) return false;
  const changes = decide(held);
  if (changes?.endedAt && !changes.leftAt) await dropRemotes(tx, held.id);
  if (changes !== null) await write(tx, held, changes);
  return true;
}

async function holdTalks(tx: Transaction, condition: SQL | undefined): Promise<HeldTalk[]> {
  return tx
    .select({ ...getTableColumns(talks), now: databaseTime })
    .from(talks)
    .where(condition)
    .orderBy(talks.id)
    .for('update');
}

function runBy({ deckId, presenterId }: { deckId: string; presenterId: string }): SQL | undefined {
  return and(eq(talks.deckId, deckId), eq(talks.presenterId, presenterId));
}

function isOlder(column: Column, seconds: number): SQL {
  return sql`${column} < now() - make_interval(secs => ${seconds})`;
}

async function canBeRead(tx: Transaction, deckId: string, userId: string): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(decks, eq(decks.id, deckId))
    .where(and(eq(users.id, userId), isNull(users.disabledAt), readableBy(users)));
  return found.length === 1;
}

/** Removes the remotes and the code of a talk that ends or changes hands. The talk's row must be locked. */
async function dropRemotes(tx: Transaction, talkId: string): Promise<void> {
  await tx.delete(talkPairings).where(eq(talkPairings.talkId, talkId));
  await tx.delete(talkRemotes).where(eq(talkRemotes.talkId, talkId));
}

/** Inserts a talk, and removes the deck's oldest ended talks beyond `TALKS_ENDED_MAX`. The deck's row must be locked. */
async function insert(tx: Transaction, wish: NewTalk & { readonly deckId: string; readonly presenterId: string }): Promise<void> {
  await announceListed(tx, wish.deckId);
  const seq = await advance(tx, wish.deckId, 'talks');
  const now = sql`clock_timestamp()`;
  await tx.insert(talks).values({ ...wish, elapsedMs: 0, runningSince: now, revision: 1, startedAt: now, seenAt: now, seq });
  const beyond = tx
    .select({ id: talks.id })
    .from(talks)
    .where(and(eq(talks.deckId, wish.deckId), isNotNull(talks.endedAt), isNull(talks.leftAt)))
    .orderBy(desc(talks.seq))
    .offset(TALKS_ENDED_MAX)
    .for('update', { skipLocked: true });
  await tx.delete(talks).where(inArray(talks.id, beyond));
}

/** The talk's row and its remotes must be locked, so that nothing waits for a lock after the counter is locked. */
async function write(tx: Transaction, talk: HeldTalk, changes: TalkChanges & { presenterId?: string }): Promise<void> {
  const { endedAt = talk.endedAt, presenterId = talk.presenterId } = changes;
  if (endedAt !== talk.endedAt || presenterId !== talk.presenterId) await announceListed(tx, talk.deckId);
  const seq = await advance(tx, talk.deckId, 'talks');
  await tx
    .update(talks)
    .set({ ...changes, revision: talk.revision + 1, seenAt: talk.now, seq })
    .where(eq(talks.id, talk.id));
}
