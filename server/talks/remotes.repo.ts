import { and, asc, count, eq, getTableColumns, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { decks, talkPairings, talkRemotes, talks, users, versions } from '#drizzle/schema/index.ts';
import { readableBy } from '#server/access/readable-by.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { databaseTime, type HeldTalk, isOpen, isRunning, presenterIsHere, type TalkRow } from './talks.repo.ts';

export type RemoteRow = typeof talkRemotes.$inferSelect;
/** A remote with the talk that it controls. */
export interface SteeringRemote {
  readonly remote: RemoteRow;
  readonly talk: Omit<TalkRow, 'audienceCode' | 'question'> & { readonly presenterId: string };
  readonly deckTitle: string;
  /** Whether a window of the presenter shows the deck. */
  readonly presenterHere: boolean;
}

/** The user is looking at the phone while it waits. After this time they have probably left. */
const WAITING_MINUTES = 5;
const CONFIRMED_HOURS = 12;

const isLive = gt(talkRemotes.expiresAt, sql`now()`);

/** SQL of pairing codes and remotes. Every function that creates or uses one locks the talk's row first. */
export class RemotesRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** In the order of creation. */
  async list(talkId: string): Promise<RemoteRow[]> {
    return this.#db
      .select()
      .from(talkRemotes)
      .where(and(eq(talkRemotes.talkId, talkId), isLive))
      .orderBy(asc(talkRemotes.createdAt), asc(talkRemotes.id));
  }

  /**
   * Replaces the talk's pairing code. @returns when the code expires; `full`: the talk has `remotesMax` remotes @param talk the
   * locked talk
   */
  async offer(
    tx: Transaction,
    { id: talkId }: HeldTalk,
    offer: { codeHash: string; seconds: number; remotesMax: number },
  ): Promise<Date | 'full'> {
    await tx.delete(talkRemotes).where(and(eq(talkRemotes.talkId, talkId), sql`not ${isLive}`));
    const [remotes] = await tx.select({ count: count() }).from(talkRemotes).where(eq(talkRemotes.talkId, talkId));
    if ((remotes?.count ?? 0) >= offer.remotesMax) return 'full';
    const pairing = { codeHash: offer.codeHash, expiresAt: sql`now() + make_interval(secs => ${offer.seconds})` };
    const [put] = await tx
      .insert(talkPairings)
      .values({ talkId, ...pairing })
      .onConflictDoUpdate({ target: talkPairings.talkId, set: pairing })
      .returning({ expiresAt: talkPairings.expiresAt });
    if (put === undefined) throw new Error('the written pairing code is missing');
    return put.expiresAt;
  }

  /**
   * Turns a code into a waiting remote; null when the code is not valid. One conditional statement deletes the code, so only one
   * of several concurrent requests gets it.
   */
  async claim(codeHash: string, remote: Pick<RemoteRow, 'id' | 'tokenHash' | 'name'>): Promise<RemoteRow | null> {
    return this.#db.transaction(async (tx) => {
      const [offered] = await tx
        .select({ talkId: talkPairings.talkId })
        .from(talkPairings)
        .where(eq(talkPairings.codeHash, codeHash));
      if (offered === undefined || !(await holdGivenTalk(tx, offered.talkId))) return null;
      const [taken] = await tx
        .delete(talkPairings)
        .where(and(eq(talkPairings.codeHash, codeHash), gt(talkPairings.expiresAt, sql`now()`)))
        .returning({ talkId: talkPairings.talkId });
      if (taken === undefined) return null;
      const times = { createdAt: sql`now()`, expiresAt: sql`now() + make_interval(mins => ${WAITING_MINUTES})` };
      const [made] = await tx
        .insert(talkRemotes)
        .values({ ...remote, ...taken, ...times })
        .returning();
      return made ?? null;
    });
  }

  /** Returns false when there is no such remote. @param talk the locked talk */
  async confirm(tx: Transaction, talk: HeldTalk, remoteId: string): Promise<boolean> {
    const confirmed = await tx
      .update(talkRemotes)
      .set({ confirmedAt: sql`now()`, expiresAt: sql`now() + make_interval(hours => ${CONFIRMED_HOURS})` })
      .where(and(eq(talkRemotes.talkId, talk.id), eq(talkRemotes.id, remoteId), isLive))
      .returning({ id: talkRemotes.id });
    return confirmed.length === 1;
  }

  /** Returns false when there is no such remote. @param talk the locked talk */
  async remove(tx: Transaction, talk: HeldTalk, remoteId: string): Promise<boolean> {
    const removed = await tx
      .delete(talkRemotes)
      .where(and(eq(talkRemotes.talkId, talk.id), eq(talkRemotes.id, remoteId)))
      .returning({ id: talkRemotes.id });
    return removed.length === 1;
  }

  /**
   * Runs `work` while a confirmed remote, its talk and the presenter's right to the deck are locked. Returns false when the
   * remote may no longer control the talk.
   */
  async steer({ remote, talk }: SteeringRemote, work: (tx: Transaction) => Promise<unknown>): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      if (!(await holdGivenTalk(tx, talk.id))) return false;
      const held = await tx
        .select({ id: talkRemotes.id })
        .from(talkRemotes)
        .where(and(eq(talkRemotes.id, remote.id), isLive, isNotNull(talkRemotes.confirmedAt)))
        .for('key share');
      if (held.length === 1) await work(tx);
      return held.length === 1;
    });
  }

  /** Removes the remotes and codes of all talks of a presenter. Returns the talks that are not over. */
  async removeAll(tx: Transaction, presenterId: string): Promise<Pick<TalkRow, 'id' | 'deckId'>[]> {
    const held = await tx
      .select({ id: talks.id, deckId: talks.deckId })
      .from(talks)
      .where(and(eq(talks.presenterId, presenterId), isOpen))
      .orderBy(asc(talks.id))
      .for('update');
    const ids = held.map(({ id }) => id);
    await tx.delete(talkRemotes).where(inArray(talkRemotes.talkId, ids));
    await tx.delete(talkPairings).where(inArray(talkPairings.talkId, ids));
    return held;
  }

  /**
   * The remote of a token; null when it has expired, when its talk is over, or when the presenter may no longer give the talk.
   */
  async resolve(tokenHash: string): Promise<SteeringRemote | null> {
    const [row] = await this.#db
      .select({
        remote: talkRemotes,
        talk: { ...getTableColumns(talks), presenterName: users.name, slideCount: versions.slideCount, now: databaseTime },
        presenterId: users.id,
        deckTitle: decks.title,
        presenterHere: presenterIsHere,
      })
      .from(talkRemotes)
      .innerJoin(talks, and(eq(talks.id, talkRemotes.talkId), isOpen))
      .innerJoin(versions, eq(versions.id, talks.versionId))
      .innerJoin(decks, eq(decks.id, talks.deckId))
      .innerJoin(users, and(eq(users.id, talks.presenterId), isNull(users.disabledAt), readableBy(users)))
      .where(and(eq(talkRemotes.tokenHash, tokenHash), isLive));
    if (row === undefined) return null;
    const { talk, presenterId, ...rest } = row;
    return { ...rest, talk: { ...talk, presenterId } };
  }
}

/**
 * Locks a running talk, and the rows that allow its presenter to give it: the presenter is not disabled and may read the deck.
 * Returns false when this is no longer the case. A phone acts without a session or key of the presenter, so there is none to
 * lock.
 */
async function holdGivenTalk(tx: Transaction, talkId: string): Promise<boolean> {
  const rows = await tx.execute(sql`
    select ${talks.id} from ${talks}
    inner join ${users} on ${users.id} = ${talks.presenterId} and ${users.disabledAt} is null
    inner join ${decks} on ${decks.id} = ${talks.deckId} and ${readableBy(users)}
    where ${talks.id} = ${talkId} and ${isRunning}
    for share of ${users} for share of ${decks} for update of ${talks}`);
  return rows.length === 1;
}
