import { and, eq, isNull, sql } from 'drizzle-orm';
import { decks, liveInstances, liveStreams, presences, users } from '#drizzle/schema/index.ts';
import type { ReadableDeck } from '#server/access/granted-deck.ts';
import { holdDeck } from '#server/access/hold-deck.ts';
import { readableBy } from '#server/access/readable-by.ts';
import { heldCredential } from '#server/auth/credentials.ts';
import type { Database } from '#server/db/connect.ts';
import { LIVE_CHANNEL } from '#server/feed/notices.ts';
import type { Look, Presence } from '#shared/live.ts';

/** An opening of a stream. */
export interface StreamOpening {
  readonly id: string;
  readonly opening: string;
}

/** Windows of one stream that may show where they are. */
const WINDOWS_MAX = 50;
/** So many people are shown of a deck; nobody can look at more. */
const SHOWN_MAX = 200;

/** Tells a deck's watchers on every instance that somebody came, went or moved on. */
const TOLD = sql`pg_notify(${LIVE_CHANNEL}, json_build_object('kind', 'presence', 'deckId', deck_id)::text)`;

/** SQL of who is there. Whatever changes it tells the deck's watchers on every instance, in the same statement. */
export class PresenceRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Says that an instance lives. @returns false when it was not known (any more) */
  async beat(instanceId: string): Promise<boolean> {
    const [row] = await this.#db
      .insert(liveInstances)
      .values({ id: instanceId, seenAt: sql`now()` })
      .onConflictDoUpdate({ target: liveInstances.id, set: { seenAt: sql`now()` } })
      .returning({ isNew: sql<boolean>`xmax = 0` });
    return row?.isNew === false;
  }

  async pulse(instanceId: string): Promise<void> {
    const notice = JSON.stringify({ kind: 'pulse', instanceId });
    await this.#db.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${notice})`);
  }

  /** A stream that is opened anew, perhaps on another instance, keeps what hangs on it. Taken: its id is somebody else's. */
  async open({ id, opening }: StreamOpening, instanceId: string, userId: string): Promise<'open' | 'taken' | 'instance-unknown'> {
    const [row] = await this.#db.execute<{ known: boolean; open: boolean }>(sql`
      with instance as (select id from ${liveInstances} where id = ${instanceId}),
      stream as (
        insert into ${liveStreams} as had (id, opening, instance_id, user_id)
        select ${id}, ${opening}, instance.id, ${userId} from instance
        on conflict (id) do update set opening = excluded.opening, instance_id = excluded.instance_id where had.user_id = excluded.user_id
        returning id
      )
      select exists (select from instance) as known, exists (select from stream) as open`);
    if (row?.open) return 'open';
    return row?.known ? 'taken' : 'instance-unknown';
  }

  /** Ends streams, unless they were opened anew meanwhile. */
  async end(streams: readonly StreamOpening[]): Promise<void> {
    const ids = streams.map(({ id }) => id);
    const openings = streams.map(({ opening }) => opening);
    if (openings.length > 0)
      await this.#endWhere(sql`${liveStreams.id} = ${anyOf(ids)} and ${liveStreams.opening} = ${anyOf(openings)}`);
  }

  /** Ends an instance and all that hangs on it. */
  async endInstance(instanceId: string): Promise<void> {
    await this.#endWhere(sql`${liveStreams.instanceId} = ${instanceId}`);
    await this.#db.delete(liveInstances).where(eq(liveInstances.id, instanceId));
  }

  /** Ends instances that have not been seen for so long. */
  async endSilentInstances(milliseconds: number): Promise<void> {
    const isSilent = sql`${liveInstances.seenAt} < now() - make_interval(secs => ${milliseconds / 1000}::float8)`;
    const silent = await this.#db.select({ id: liveInstances.id }).from(liveInstances).where(isSilent);
    for (const { id } of silent) await this.endInstance(id);
  }

  async #endWhere(which: ReturnType<typeof sql>): Promise<void> {
    await this.#db.execute(sql`
      with seen as (
        select distinct ${presences.deckId} as deck_id from ${presences}
        join ${liveStreams} on ${liveStreams.id} = ${presences.streamId} where ${which}
      ), gone as (delete from ${liveStreams} where ${which})
      select ${TOLD} from seen`);
  }

  /**
   * Puts a window where it is. Does nothing when the person has no such stream open. One statement checks the right and
   * writes, because every step of everybody's slides comes here.
   *
   * @throws AppError as `holdDeck`
   */
  async look(deck: ReadableDeck, { streamId, clientId }: Look, { place, following }: NonNullable<Look['at']>): Promise<void> {
    const { from, locks } = heldCredential(deck.actor.credential);
    const [row] = await this.#db.execute<{ allowed: boolean }>(sql`
      with reader as materialized (
        select ${users.id} as id from ${from} inner join ${decks} on ${decks.id} = ${deck.id} and ${readableBy(users)}
        ${locks} for share of ${decks}
      ),
      stream as materialized (
        select ${liveStreams.id} as id from ${liveStreams}, reader
        where ${liveStreams.id} = ${streamId} and ${liveStreams.userId} = reader.id for key share of ${liveStreams}
      ),
      changed as (
        insert into ${presences} as had (stream_id, client_id, deck_id, place, following)
        select id, ${clientId}, ${deck.id}, ${JSON.stringify(place)}::text::jsonb, ${following} from stream
        where (select count(*) from ${presences} where stream_id = ${streamId}) < ${WINDOWS_MAX}
        on conflict (stream_id, client_id, deck_id) do update set place = excluded.place, following = excluded.following
          where (had.place, had.following) is distinct from (excluded.place, excluded.following)
        returning deck_id
      )
      select exists (select from reader) as allowed, (select ${TOLD} from changed)`);
    // Says what is missing.
    if (row?.allowed !== true) await this.#db.transaction((tx) => holdDeck(tx, deck, 'share'));
  }

  /** Takes a window away. */
  async lookAway(userId: string, { streamId, clientId, deckId }: Look): Promise<void> {
    await this.#db.execute(sql`
      with changed as (
        delete from ${presences} using ${liveStreams}
        where ${liveStreams.id} = ${streamId} and ${liveStreams.userId} = ${userId} and ${presences.streamId} = ${streamId}
          and ${presences.clientId} = ${clientId} and ${presences.deckId} = ${deckId}
        returning ${presences.deckId} as deck_id
      ) select ${TOLD} from changed`);
  }

  /** Takes people's windows out of decks that they may not see any more. */
  async leave(streamIds: readonly string[], deckId: string): Promise<void> {
    await this.#db.execute(sql`
      with changed as (
        delete from ${presences} where deck_id = ${deckId} and stream_id = ${anyOf(streamIds)} returning deck_id
      ), once as (select distinct deck_id from changed)
      select ${TOLD} from once`);
  }

  /** Who is there, by name: people who may read the deck and are not disabled. */
  async list(deckId: string): Promise<Presence[]> {
    const rows = await this.#db
      .selectDistinctOn([users.name, users.id, presences.clientId], {
        clientId: presences.clientId,
        person: { id: users.id, name: users.name },
        place: presences.place,
        following: presences.following,
      })
      .from(presences)
      .innerJoin(liveStreams, eq(liveStreams.id, presences.streamId))
      .innerJoin(users, and(eq(users.id, liveStreams.userId), isNull(users.disabledAt)))
      .innerJoin(decks, eq(decks.id, presences.deckId))
      .where(and(eq(presences.deckId, deckId), readableBy(users)))
      .orderBy(users.name, users.id, presences.clientId)
      .limit(SHOWN_MAX);
    return rows;
  }
}

/** One of these, however many, as one parameter. An array, which an index is asked for at once. */
function anyOf(values: readonly string[]) {
  return sql`any (array(select jsonb_array_elements_text(${JSON.stringify(values)}::text::jsonb)))`;
}
