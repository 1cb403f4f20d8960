import { and, eq, gt, sql } from 'drizzle-orm';
import {
  collectionDecks,
  collections,
  deckExports,
  deckOpenings,
  deckPeople,
  decks,
  deckStars,
  links,
  talkAudiences,
  talks,
  users,
  versions,
} from '#drizzle/schema/index.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { Database } from '#server/db/connect.ts';
import { inPages, type Pages } from './pages.ts';
import { after, isShown } from './shown-decks.repo.ts';

const PAGE = 100;
/** For rows that may have hundreds of kilobytes. */
const SMALL_PAGE = 20;

/** The package of a deck's current version, as it is stored. */
export interface OwnPackage {
  readonly sizeBytes: number;
  readonly blobKey: string;
  readonly createdAt: Date;
}

/** A deck that the person owns. */
export interface OwnDeckRow {
  readonly id: string;
  readonly title: string;
}

/** SQL of the decks of one person and what they do with decks, for their archive. The columns that are selected are what the archive shows: none is a secret. */
export class OwnDecksRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The decks of the person, also those in the trash, with the people they are shared with. */
  decks(userId: string): Pages<OwnDeckRow> {
    const { id, title, visibility, currentVersionId, fingerprint, slideCount, createdAt, updatedAt, deletedAt } = decks;
    const person = sql`json_build_object('id', ${users.id}, 'name', ${users.name}, 'access', ${deckPeople.access}, 'addedAt', ${deckPeople.addedAt})`;
    const people = this.#db
      .select({ all: sql`coalesce(json_agg(${person}), '[]')` })
      .from(deckPeople)
      .innerJoin(users, eq(users.id, deckPeople.userId))
      .where(eq(deckPeople.deckId, decks.id));
    const sharedWith = sql`(${people})`;
    const shown = {
      id,
      title,
      visibility,
      currentVersionId,
      fingerprint,
      slideCount,
      createdAt,
      updatedAt,
      deletedAt,
      sharedWith,
    };
    return inPages<OwnDeckRow>(SMALL_PAGE, (last) =>
      this.#db
        .select({ ...shown, deletedByYou: sql<boolean>`coalesce(${decks.deletedById} = ${userId}, false)` })
        .from(decks)
        .where(and(eq(decks.ownerId, userId), after(last, id)))
        .orderBy(id)
        .limit(SMALL_PAGE),
    );
  }

  /** Null if the person does not own the deck any more. */
  async package(userId: string, deckId: string): Promise<OwnPackage | null> {
    const [stored] = await this.#db
      .select({ sizeBytes: versions.sizeBytes, blobKey: versions.blobKey, createdAt: versions.createdAt })
      .from(decks)
      .innerJoin(versions, and(eq(versions.deckId, decks.id), eq(versions.id, decks.currentVersionId)))
      .where(and(eq(decks.id, deckId), eq(decks.ownerId, userId)));
    return stored ?? null;
  }

  /** Versions that the person has uploaded, also to decks of others. */
  versions(actor: Actor): Pages {
    const { id, deckId, number, fingerprint, sizeBytes, slideCount, createdAt } = versions;
    return inPages<{ id: string }>(PAGE, (last) =>
      this.#db
        .select({ id, deckId, deckTitle: decks.title, number, fingerprint, sizeBytes, slideCount, createdAt })
        .from(versions)
        .leftJoin(decks, isShown(actor, deckId))
        .where(and(eq(versions.createdById, actor.userId), after(last, id)))
        .orderBy(id)
        .limit(PAGE),
    );
  }

  /** Decks that others share with the person by name. */
  shares(actor: Actor): Pages {
    const { deckId, access, addedAt } = deckPeople;
    return inPages<{ deckId: string }>(PAGE, (last) =>
      this.#db
        .select({ deckId, deckTitle: decks.title, access, addedAt })
        .from(deckPeople)
        .leftJoin(decks, isShown(actor, deckId))
        .where(and(eq(deckPeople.userId, actor.userId), last === null ? undefined : gt(deckId, last.deckId)))
        .orderBy(deckId)
        .limit(PAGE),
    );
  }

  /** Exports that the person has asked for, while they are kept. */
  exports(userId: string): Pages {
    const { id, versionId, options, slidesDone, slidesTotal, sizeBytes, createdAt, expiresAt } = deckExports;
    return inPages<{ id: string }>(PAGE, (last) =>
      this.#db
        .select({ id, versionId, options, slidesDone, slidesTotal, sizeBytes, createdAt, expiresAt })
        .from(deckExports)
        .where(and(eq(deckExports.userId, userId), after(last, id)))
        .orderBy(id)
        .limit(PAGE),
    );
  }

  /** Collections of the person, with the ids of their decks. */
  collections(userId: string): Pages {
    const { id, name, visibility, createdAt, updatedAt } = collections;
    const contained = this.#db
      .select({ ids: sql`coalesce(json_agg(${collectionDecks.deckId}), '[]')` })
      .from(collectionDecks)
      .where(sql`${collectionDecks.collectionId} = ${collections.id}`);
    const deckIds = sql`(${contained})`;
    return inPages<{ id: string }>(SMALL_PAGE, (last) =>
      this.#db
        .select({ id, name, visibility, createdAt, updatedAt, deckIds })
        .from(collections)
        .where(and(eq(collections.ownerId, userId), after(last, id)))
        .orderBy(id)
        .limit(SMALL_PAGE),
    );
  }

  stars(actor: Actor): Pages {
    const { deckId, starredAt } = deckStars;
    return inPages<{ deckId: string }>(PAGE, (last) =>
      this.#db
        .select({ deckId, deckTitle: decks.title, starredAt })
        .from(deckStars)
        .leftJoin(decks, isShown(actor, deckId))
        .where(and(eq(deckStars.userId, actor.userId), last === null ? undefined : gt(deckId, last.deckId)))
        .orderBy(deckId)
        .limit(PAGE),
    );
  }

  /** Where the person last was in each deck. */
  openings(actor: Actor): Pages {
    const { deckId, slideIndex, inner, innerName, openedAt } = deckOpenings;
    return inPages<{ deckId: string }>(PAGE, (last) =>
      this.#db
        .select({ deckId, deckTitle: decks.title, slideIndex, inner, innerName, openedAt })
        .from(deckOpenings)
        .leftJoin(decks, isShown(actor, deckId))
        .where(and(eq(deckOpenings.userId, actor.userId), last === null ? undefined : gt(deckId, last.deckId)))
        .orderBy(deckId)
        .limit(PAGE),
    );
  }

  /** Talks that the person has given, while they are kept. */
  talks(actor: Actor): Pages {
    const { id, deckId, versionId, elapsedMs, plannedSeconds, takesQuestions, takesReactions, startedAt, endedAt } = talks;
    const shown = { id, deckId, versionId, elapsedMs, plannedSeconds, takesQuestions, takesReactions, startedAt, endedAt };
    return inPages<{ id: string }>(PAGE, (last) =>
      this.#db
        .select({ ...shown, deckTitle: decks.title })
        .from(talks)
        .leftJoin(decks, isShown(actor, deckId))
        .where(and(eq(talks.presenterId, actor.userId), after(last, id)))
        .orderBy(id)
        .limit(PAGE),
    );
  }

  /** Links that are open for audiences of the person's talks. */
  audiences(userId: string): Pages {
    const { linkId, openedAt, beginsAt } = talkAudiences;
    return inPages<{ linkId: string }>(PAGE, (last) =>
      this.#db
        .select({ linkId, openedAt, beginsAt })
        .from(talkAudiences)
        .where(and(eq(talkAudiences.presenterId, userId), last === null ? undefined : gt(linkId, last.linkId)))
        .orderBy(linkId)
        .limit(PAGE),
    );
  }

  /** Links that the person has made, without their addresses and passwords. */
  links(actor: Actor): Pages {
    const { id, deckId, versionId, name, createdAt, expiresAt, paused, askFor, visitCount, lastVisitAt } = links;
    const { allowDownload, allowEmbedding, embedOrigins, showNotes, showDrawings, allowComments } = links;
    const allows = { allowDownload, allowEmbedding, embedOrigins, showNotes, showDrawings, allowComments };
    const shown = { id, deckId, versionId, name, createdAt, expiresAt, paused, askFor, ...allows, visitCount, lastVisitAt };
    return inPages<{ id: string }>(PAGE, (last) =>
      this.#db
        .select({ ...shown, deckTitle: decks.title, hasPassword: sql<boolean>`${links.passwordHash} is not null` })
        .from(links)
        .leftJoin(decks, isShown(actor, deckId))
        .where(and(eq(links.createdById, actor.userId), after(last, id)))
        .orderBy(id)
        .limit(PAGE),
    );
  }
}
