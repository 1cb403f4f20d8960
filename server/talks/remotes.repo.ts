import { and, asc, count, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm';
import { decks, talkPairings, talkRemotes, talks, users, versions } from '#drizzle/schema/index.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { databaseTime, isRunning, mayRead, presenterIsHere, type TalkKey, type TalkRow } from './talks.repo.ts';

export type RemoteRow = typeof talkRemotes.$inferSelect;
/** A remote with the talk that it steers. */
export interface SteeringRemote {
  readonly remote: RemoteRow;
  readonly talk: TalkRow & { readonly presenterId: string };
  readonly deckTitle: string;
  /** A window of the presenter shows the deck. */
  readonly presenterHere: boolean;
}

/** Somebody holds the phone and looks at it: longer than that, and they have gone. */
const WAITING_MINUTES = 5;
const CONFIRMED_HOURS = 12;

const isLive = gt(talkRemotes.expiresAt, sql`now()`);

/** SQL of codes and remotes. Whatever makes or takes one holds the talk's row first. */
export class RemotesRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** In the order in which they came. */
  async list(talkId: string): Promise<RemoteRow[]> {
    return this.#db
      .select()
      .from(talkRemotes)
      .where(and(eq(talkRemotes.talkId, talkId), isLive))
      .orderBy(asc(talkRemotes.createdAt), asc(talkRemotes.id));
  }

  /** Puts a code in the place of the one before. Null: the talk is over or not theirs; `full`: it has as many remotes as it may. */
  async offer(
    { id: talkId }: TalkKey,
    offer: { presenterId: string; codeHash: string; seconds: number; remotesMax: number },
  ): Promise<Date | 'full' | null> {
    return this.#db.transaction(async (tx) => {
      const held = await holdTalk(tx, talkId);
      if (held?.presenterId !== offer.presenterId) return null;
      await tx.delete(talkRemotes).where(and(eq(talkRemotes.talkId, talkId), sql`not ${isLive}`));
      const [remotes] = await tx.select({ count: count() }).from(talkRemotes).where(eq(talkRemotes.talkId, talkId));
      if ((remotes?.count ?? 0) >= offer.remotesMax) return 'full';
      const pairing = { codeHash: offer.codeHash, expiresAt: sql`now() + make_interval(secs => ${offer.seconds})` };
      const [put] = await tx
        .insert(talkPairings)
        .values({ talkId, ...pairing })
        .onConflictDoUpdate({ target: talkPairings.talkId, set: pairing })
        .returning({ expiresAt: talkPairings.expiresAt });
      return put?.expiresAt ?? null;
    });
  }

  /**
   * Turns a code into a remote that waits; null when the code is not good. The code is taken by one conditional
   * statement: of any number that come with it, one gets it.
   */
  async claim(codeHash: string, remote: Pick<RemoteRow, 'id' | 'tokenHash' | 'name'>): Promise<RemoteRow | null> {
    return this.#db.transaction(async (tx) => {
      const [offered] = await tx
        .select({ talkId: talkPairings.talkId })
        .from(talkPairings)
        .where(eq(talkPairings.codeHash, codeHash));
      if (offered === undefined || (await holdTalk(tx, offered.talkId)) === null) return null;
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

  /** False when there is no such remote. */
  async confirm(talkId: string, remoteId: string): Promise<boolean> {
    const confirmed = await this.#db
      .update(talkRemotes)
      .set({ confirmedAt: sql`now()`, expiresAt: sql`now() + make_interval(hours => ${CONFIRMED_HOURS})` })
      .where(and(eq(talkRemotes.talkId, talkId), eq(talkRemotes.id, remoteId), isLive))
      .returning({ id: talkRemotes.id });
    return confirmed.length === 1;
  }

  /** False when there is no such remote. */
  async remove(talkId: string, remoteId: string): Promise<boolean> {
    const removed = await this.#db
      .delete(talkRemotes)
      .where(and(eq(talkRemotes.talkId, talkId), eq(talkRemotes.id, remoteId)))
      .returning({ id: talkRemotes.id });
    return removed.length === 1;
  }

  /** Whom a token stands for, while it lives: its talk runs, and the presenter who let it in may still give it. */
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
      .innerJoin(talks, and(eq(talks.id, talkRemotes.talkId), isRunning))
      .innerJoin(versions, eq(versions.id, talks.versionId))
      .innerJoin(decks, eq(decks.id, talks.deckId))
      .innerJoin(users, and(eq(users.id, talks.presenterId), isNull(users.disabledAt), mayRead))
      .where(and(eq(talkRemotes.tokenHash, tokenHash), isLive));
    if (row === undefined) return null;
    const { talk, presenterId, ...rest } = row;
    return { ...rest, talk: { ...talk, presenterId } };
  }
}

async function holdTalk(tx: Transaction, talkId: string): Promise<{ presenterId: string | null } | null> {
  const [talk] = await tx
    .select({ presenterId: talks.presenterId })
    .from(talks)
    .where(and(eq(talks.id, talkId), isRunning))
    .for('update');
  return talk ?? null;
}
