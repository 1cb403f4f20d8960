import { and, eq, isNull, sql } from 'drizzle-orm';
import { deckPeople, decks, liveInstances, liveStreams, presences, users } from '#drizzle/schema/index.ts';
import type { ReadableDeck } from '#server/access/granted-deck.ts';
import { holdDeck } from '#server/access/hold-deck.ts';
import { readableBy, readableWithoutShare } from '#server/access/readable-by.ts';
import { heldCredential } from '#server/auth/credentials.ts';
import type { Database } from '#server/db/connect.ts';
import { LIVE_CHANNEL } from '#server/feed/notices.ts';
import type { Look, Presence } from '#shared/live.ts';

/** One opening of a stream. A stream that reconnects keeps its id and gets a new `opening`. */
export interface StreamOpening {
  readonly id: string;
  readonly opening: string;
}

/** How many windows of one stream can show their position. */
const WINDOWS_MAX = 50;
/** How many people are listed for a deck. More would be of no use in the interface. */
const SHOWN_MAX = 200;

/** Notifies all instances that presence in a deck has changed. */
const TOLD = sql`pg_notify(${LIVE_CHANNEL}, json_build_object('kind', 'presence', 'deckId', deck_id)::text)`;

/** SQL of presence. Every statement that changes presence also notifies all instances. */
export class PresenceRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Records that an instance is alive. @returns false when it was not, or no longer, known */
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

  /**
   * Opens a stream. One that is reopened, perhaps on another instance, keeps its presence rows. @returns `taken`: another user
   * has a stream with this id
   */
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

  /** Ends streams, unless they were reopened in the meantime. */
  async end(streams: readonly StreamOpening[]): Promise<void> {
    const ids = streams.map(({ id }) => id);
    const openings = streams.map(({ opening }) => opening);
    if (openings.length > 0)
      await this.#endWhere(sql`${liveStreams.id} = ${anyOf(ids)} and ${liveStreams.opening} = ${anyOf(openings)}`);
  }

  /** Removes an instance with its streams. */
  async endInstance(instanceId: string): Promise<void> {
    await this.#endWhere(sql`${liveStreams.instanceId} = ${instanceId}`);
    await this.#db.delete(liveInstances).where(eq(liveInstances.id, instanceId));
  }

  /** Removes instances that were not seen for this long. */
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
   * Sets the position of a window. Does nothing if the user has no such stream open. A single statement checks the right and
   * writes, because this is called for every slide step of every user.
   *
   * @throws AppError as `holdDeck`
   */
  async look(
    deck: ReadableDeck,
    { streamId, clientId }: Look,
    { place, versionId, following }: NonNullable<Look['at']>,
  ): Promise<void> {
    const { from, locks } = heldCredential(deck.actor.credential);
    const [row] = await this.#db.execute<{ allowed: boolean }>(sql`
      with reader as materialized (
        select ${users.id} as id, ${readableWithoutShare(users)} as is_sure
        from ${from} inner join ${decks} on ${decks.id} = ${deck.id} and ${readableBy(users)}
        ${locks} for share of ${decks}
      ),
      share as materialized (
        select from ${deckPeople}, reader
        where ${deckPeople.deckId} = ${deck.id} and ${deckPeople.userId} = reader.id for share of ${deckPeople}
      ),
      allowed as materialized (select id from reader where is_sure or exists (select from share)),
      stream as materialized (
        select ${liveStreams.id} as id from ${liveStreams}, allowed
        where ${liveStreams.id} = ${streamId} and ${liveStreams.userId} = allowed.id for key share of ${liveStreams}
      ),
      changed as (
        insert into ${presences} as had (stream_id, client_id, deck_id, place, version_id, following)
        select id, ${clientId}, ${deck.id}, ${JSON.stringify(place)}::text::jsonb, ${versionId}, ${following} from stream
        where (select count(*) from ${presences} where stream_id = ${streamId}) < ${WINDOWS_MAX}
        on conflict (stream_id, client_id, deck_id) do update
          set place = excluded.place, version_id = excluded.version_id, following = excluded.following
          where (had.place, had.version_id, had.following) is distinct from (excluded.place, excluded.version_id, excluded.following)
        returning deck_id
      )
      select exists (select from allowed) as allowed, (select ${TOLD} from changed)`);
    // Throws the matching error.
    if (row?.allowed !== true) await this.#db.transaction((tx) => holdDeck(tx, deck, 'share'));
  }

  /** Removes a window. */
  async lookAway(userId: string, { streamId, clientId, deckId }: Look): Promise<void> {
    await this.#db.execute(sql`
      with changed as (
        delete from ${presences} using ${liveStreams}
        where ${liveStreams.id} = ${streamId} and ${liveStreams.userId} = ${userId} and ${presences.streamId} = ${streamId}
          and ${presences.clientId} = ${clientId} and ${presences.deckId} = ${deckId}
        returning ${presences.deckId} as deck_id
      ) select ${TOLD} from changed`);
  }

  /** Removes windows from a deck that their users may no longer see. */
  async leave(streamIds: readonly string[], deckId: string): Promise<void> {
    await this.#db.execute(sql`
      with changed as (
        delete from ${presences} where deck_id = ${deckId} and stream_id = ${anyOf(streamIds)} returning deck_id
      ), once as (select distinct deck_id from changed)
      select ${TOLD} from once`);
  }

  /** Who is present, by name: users who may read the deck and are not disabled. */
  async list(deckId: string): Promise<Presence[]> {
    const rows = await this.#db
      .selectDistinctOn([users.name, users.id, presences.clientId], {
        clientId: presences.clientId,
        person: { id: users.id, name: users.name },
        place: presences.place,
        versionId: presences.versionId,
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

/** Passes any number of values as one parameter. As an array, so that PostgreSQL can use an index. */
function anyOf(values: readonly string[]) {
  return sql`any (array(select jsonb_array_elements_text(${JSON.stringify(values)}::text::jsonb)))`;
}
