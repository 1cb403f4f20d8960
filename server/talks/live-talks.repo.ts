import { and, desc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { deckPeople, decks, deckStars, talks, users } from '#drizzle/schema/index.ts';
import { readableBy } from '#server/access/readable-by.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { Database } from '#server/db/connect.ts';
import { deckColumns, type DeckRow, isShareOf, isStarOf } from '#server/decks/decks.repo.ts';
import { isRunning } from './talks.repo.ts';

/** A running talk with its deck, as they are for one user. */
export interface LiveTalkRow {
  readonly id: string;
  readonly startedAt: Date;
  readonly presenterId: string | null;
  readonly presenterName: string | null;
  readonly deck: DeckRow;
}

const presenters = alias(users, 'presenters');

/** SQL of running talks across decks. */
export class LiveTalksRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The running talks on decks that the user may read, the last started first. */
  async list(actor: Actor, limit: number): Promise<LiveTalkRow[]> {
    const rows = await this.#db
      .select({
        talkId: talks.id,
        startedAt: talks.startedAt,
        presenterId: talks.presenterId,
        presenterName: presenters.name,
        ...deckColumns,
      })
      .from(talks)
      .innerJoin(decks, eq(decks.id, talks.deckId))
      .innerJoin(users, eq(users.id, decks.ownerId))
      .leftJoin(presenters, eq(presenters.id, talks.presenterId))
      .leftJoin(deckPeople, isShareOf(actor.userId))
      .leftJoin(deckStars, isStarOf(actor.userId))
      .where(and(isRunning, readableBy(actor)))
      .orderBy(desc(talks.startedAt), desc(talks.id))
      .limit(limit);
    return rows.map(({ talkId, startedAt, presenterId, presenterName, ...deck }) => ({
      id: talkId,
      startedAt,
      presenterId,
      presenterName,
      deck,
    }));
  }
}
