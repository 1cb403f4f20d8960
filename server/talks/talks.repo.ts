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
import { decks, liveStreams, presences, talkPairings, talkRemotes, talks, users, versions } from '#drizzle/schema/index.ts';
import type { ReadableDeck } from '#server/access/granted-deck.ts';
import { type HeldDeck, holdDeck } from '#server/access/hold-deck.ts';
import { readableBy } from '#server/access/readable-by.ts';
import { holdPeople } from '#server/auth/credentials.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { talkNotFound } from '#server/errors.ts';
import type { Range } from '#server/feed/feed-source.ts';
import { advance } from '#server/feed/advance.ts';
import { TALKS_ENDED_MAX } from '#shared/limits.ts';

type Talk = typeof talks.$inferSelect;
/** A talk with what is shown of it. */
export type TalkRow = Talk & {
  readonly presenterName: string | null;
  /** Of the version it is given on. */
  readonly slideCount: number;
  /** The database's clock when it was read. */
  readonly now: Date;
};
/** A running talk whose row is held fast, and the time. */
export type HeldTalk = Talk & { readonly now: Date };
export type TalkChanges = Partial<
  Pick<Talk, 'versionId' | 'place' | 'blank' | 'movedBy' | 'elapsedMs' | 'runningSince' | 'plannedSeconds' | 'endedAt' | 'leftAt'>
>;
/** Which talk; its deck never changes. */
export type TalkKey = Pick<Talk, 'id' | 'deckId'>;
export type NewTalk = Pick<Talk, 'id' | 'versionId' | 'place' | 'movedBy' | 'plannedSeconds'>;

/** What shall become of a talk, as it stands now; null: nothing. */
export type Decide = (talk: HeldTalk) => TalkChanges | null;

/** Running talks of one deck that are listed: more than anyone looks through. */
const RUNNING_LISTED_MAX = 200;
/** How often a sign of life is written down. Shorter than any absence that counts, longer than a row should be rewritten. */
const NOTED_EVERY_SECONDS = 15;

/** The time itself: a transaction's own stands still while it waits for a lock. */
export const databaseTime = sql<Date>`clock_timestamp()`.mapWith(talks.startedAt);
export const isRunning = isNull(talks.endedAt);
/** The presenter has left, and the talk may still come back. */
const isLeft = isNotNull(talks.leftAt);
/** Not over for good. */
export const isOpen = or(isRunning, isLeft);
/** Whether a window of the talk's presenter shows the deck. */
export const presenterIsHere = sql<boolean>`exists (
  select from ${presences} join ${liveStreams} on ${liveStreams.id} = ${presences.streamId}
  where ${presences.deckId} = ${talks.deckId} and ${liveStreams.userId} = ${talks.presenterId})`;
/**
 * SQL of talks. Locks are taken in the order that all of the service keeps: people, deck, talks, what hangs on a talk,
 * and the deck's counter when everything else is held.
 */
export class TalksRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** A running talk. */
  async find(id: string): Promise<TalkRow | null> {
    const [row] = await this.#select(and(eq(talks.id, id), isRunning));
    return row ?? null;
  }

  /** The talks that run on a deck, in the order in which they began. */
  async listRunning(deckId: string): Promise<TalkRow[]> {
    return this.#select(and(eq(talks.deckId, deckId), isRunning)).limit(RUNNING_LISTED_MAX);
  }

  /** Talks whose last change lies in the range, those that are over among them, by its number. */
  async listChanged(deckId: string, { since, upTo }: Range): Promise<TalkRow[]> {
    const rows = await this.#select(and(eq(talks.deckId, deckId), gt(talks.seq, since), lte(talks.seq, upTo)));
    return rows.toSorted((a, b) => a.seq - b.seq);
  }

  /**
   * Begins a talk, or carries the one that the presenter runs on this deck over to another version and place, unless
   * `keeps` says that it may stay as it is.
   *
   * @param keeps sees the deck and the running talk as they stand; what it throws undoes everything
   * @throws AppError as `holdDeck`
   */
  async start(
    readable: ReadableDeck,
    wish: NewTalk,
    keeps: (deck: HeldDeck, running: HeldTalk | null) => boolean,
  ): Promise<TalkKey> {
    return this.#db.transaction(async (tx) => {
      // Besides it keeps other talks of the deck from beginning or changing hands meanwhile.
      const deck = await holdDeck(tx, readable, 'no key update');
      const presenting = { deckId: deck.id, presenterId: deck.actor.userId };
      const open = await holdTalks(tx, and(runBy(presenting), isOpen));
      const running = open.find(({ endedAt }) => endedAt === null) ?? null;
      if (keeps(deck, running)) return running ?? { ...wish, deckId: deck.id };
      // One that the presenter left comes back instead of being followed by another, so that its followers come along.
      const existing = running ?? open.at(-1);
      const { versionId, place, movedBy } = wish;
      if (existing) await write(tx, existing, { versionId, place, movedBy, blank: null, endedAt: null, leftAt: null });
      else await insert(tx, { ...wish, ...presenting });
      return existing ?? { ...wish, deckId: deck.id };
    });
  }

  /** Changes a running talk. False: it is over. @param decide what it throws undoes everything @throws AppError as `holdDeck` */
  async change(deck: ReadableDeck, talkId: string, decide: Decide): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      await holdDeck(tx, deck, 'share');
      return apply(tx, talkId, decide);
    });
  }

  /**
   * Lets `work` happen while a running talk and the right to its deck are held.
   *
   * @param work what it throws undoes everything
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

  /** Ends a talk without an actor, if `decide` says so when the talk is held. */
  async end(talk: TalkKey, decide: Decide = endNow): Promise<void> {
    await this.#db.transaction(async (tx) => {
      await tx.select({ id: decks.id }).from(decks).where(eq(decks.id, talk.deckId)).for('key share');
      await apply(tx, talk.id, decide);
    });
  }

  /** Lets a talk go on that its presenter had left, unless they have begun another one on the deck meanwhile. */
  async resume(talk: TalkKey): Promise<void> {
    await this.#db.transaction(async (tx) => {
      // As in `start`: no other talk of the deck begins or changes hands meanwhile.
      await tx.select({ id: decks.id }).from(decks).where(eq(decks.id, talk.deckId)).for('no key update');
      const [held] = await holdTalks(tx, and(eq(talks.id, talk.id), isLeft));
      if (held?.presenterId == null) return;
      const running = await holdTalks(tx, and(runBy({ deckId: held.deckId, presenterId: held.presenterId }), isRunning));
      if (running.length === 0) await write(tx, held, { endedAt: null, leftAt: null });
    });
  }

  /**
   * Gives a running talk to somebody else, ends the one that they run on the deck already, and with the old presenter
   * go the remotes and the code.
   *
   * @param allow sees the talk as it stands; what it throws undoes everything
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
      // First theirs: there may be one running talk of a presenter on a deck.
      for (const other of held) if (other !== given) await write(tx, other, { endedAt: other.now });
      await write(tx, given, { presenterId, movedBy: '' });
      return 'done';
    });
  }

  /** Running talks whose presenter may not read the deck any more, is disabled or was removed. */
  async listWithoutRight(): Promise<TalkKey[]> {
    return this.#db
      .select({ id: talks.id, deckId: talks.deckId })
      .from(talks)
      .innerJoin(decks, eq(decks.id, talks.deckId))
      .leftJoin(users, and(eq(users.id, talks.presenterId), isNull(users.disabledAt), readableBy(users)))
      .where(and(isRunning, isNull(users.id)));
  }

  /** A presenter who has a window on the deck is there, whether they do anything or not. */
  async noteSignsOfLife(): Promise<void> {
    await this.#db
      .update(talks)
      .set({ seenAt: sql`now()` })
      .where(and(isRunning, isOlder(talks.seenAt, NOTED_EVERY_SECONDS), presenterIsHere));
  }

  /** Running talks without a sign of life of their presenter for that long. */
  async listAbandoned(seconds: number): Promise<TalkKey[]> {
    return this.#db
      .select({ id: talks.id, deckId: talks.deckId })
      .from(talks)
      .where(and(isRunning, isOlder(talks.seenAt, seconds)));
  }

  /** Talks that their presenters had left, and who are back and may still read the deck. */
  async listReturned(): Promise<TalkKey[]> {
    return this.#db
      .select({ id: talks.id, deckId: talks.deckId })
      .from(talks)
      .innerJoin(decks, eq(decks.id, talks.deckId))
      .innerJoin(users, and(eq(users.id, talks.presenterId), isNull(users.disabledAt), readableBy(users)))
      .where(and(isLeft, presenterIsHere));
  }

  /** Talks that were left so long ago do not come back; their remotes go with them. */
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

  /** Those that ended so long ago that nobody who was away needs to hear of it. */
  async removeEnded(days: number): Promise<void> {
    await this.#db
      .delete(talks)
      .where(and(isNotNull(talks.endedAt), sql`${talks.endedAt} < now() - make_interval(days => ${days})`));
  }

  #select(condition: SQL | undefined) {
    return this.#db
      .select({ ...getTableColumns(talks), presenterName: users.name, slideCount: versions.slideCount, now: databaseTime })
      .from(talks)
      .innerJoin(versions, eq(versions.id, talks.versionId))
      .leftJoin(users, eq(users.id, talks.presenterId))
      .where(condition)
      .orderBy(asc(talks.startedAt), asc(talks.id));
  }
}

export const endNow: Decide = (held) => ({ endedAt: held.now });

/** The deck's row is held. False: the talk is over. */
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

/** With a talk that ends or changes hands go its remotes and its code. The talk's row is held. */
async function dropRemotes(tx: Transaction, talkId: string): Promise<void> {
  await tx.delete(talkPairings).where(eq(talkPairings.talkId, talkId));
  await tx.delete(talkRemotes).where(eq(talkRemotes.talkId, talkId));
}

/** Removes those of the deck's talks that ended first as well, beyond `TALKS_ENDED_MAX`. The deck's row is held. */
async function insert(tx: Transaction, wish: NewTalk & { readonly deckId: string; readonly presenterId: string }): Promise<void> {
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

/** The talk's row is held, and so are its remotes: nothing here waits once the counter is taken. */
async function write(tx: Transaction, talk: HeldTalk, changes: TalkChanges & { presenterId?: string }): Promise<void> {
  const seq = await advance(tx, talk.deckId, 'talks');
  await tx
    .update(talks)
    .set({ ...changes, revision: talk.revision + 1, seenAt: talk.now, seq })
    .where(eq(talks.id, talk.id));
}
