import { and, asc, count, eq, gt, isNotNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  accounts,
  annotations,
  apiKeys,
  auditEvents,
  authenticatorApps,
  collectionDecks,
  collections,
  deckExports,
  deckOpenings,
  deckPeople,
  decks,
  deckStars,
  deckTrust,
  invites,
  links,
  noteHistory,
  notes,
  passwordResets,
  recoveryCodes,
  sessions,
  slides,
  strokes,
  talkAudiences,
  talks,
  trustedDevices,
  users,
  versions,
} from '#drizzle/schema/index.ts';
import { readableBy } from '#server/access/readable-by.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { Database } from '#server/db/connect.ts';
import { inPages, type Pages } from './pages.ts';

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

/**
 * SQL of everything that is stored about one person. The columns that are selected are what the archive shows: none of them is a secret.
 * Decks of others have a title only if the person may read them.
 */
export class OwnDataRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async person(userId: string): Promise<object | null> {
    const { id, name, email, emailVerified, role, createdAt, twoFactorSince } = users;
    const shown = { id, name, email, emailVerified, role, createdAt, twoFactorSince };
    const [row] = await this.#db.select(shown).from(users).where(eq(users.id, userId));
    return row ?? null;
  }

  /** How the person signs in, also with a second factor. */
  async signIn(userId: string): Promise<object> {
    const ways = await this.#db
      .select({
        provider: accounts.providerId,
        subject: accounts.accountId,
        hasPassword: sql<boolean>`${accounts.password} is not null`,
        createdAt: accounts.createdAt,
      })
      .from(accounts)
      .where(eq(accounts.userId, userId));
    const apps = await this.#db
      .select({ confirmedAt: authenticatorApps.confirmedAt })
      .from(authenticatorApps)
      .where(eq(authenticatorApps.userId, userId));
    const [codes] = await this.#db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    const resets = await this.#db
      .select({ createdAt: passwordResets.createdAt, expiresAt: passwordResets.expiresAt })
      .from(passwordResets)
      .where(eq(passwordResets.userId, userId));
    return { ways, authenticatorApps: apps, recoveryCodes: codes?.left ?? 0, passwordResets: resets };
  }

  sessions(userId: string): Pages {
    const { id, userAgent, ipAddress, createdAt, updatedAt: lastUsedAt, expiresAt } = sessions;
    return inPages<{ id: string }>(PAGE, (last) =>
      this.#db
        .select({ id, userAgent, ipAddress, createdAt, lastUsedAt, expiresAt })
        .from(sessions)
        .where(and(eq(sessions.userId, userId), after(last, id)))
        .orderBy(id)
        .limit(PAGE),
    );
  }

  trustedDevices(userId: string): Pages {
    const { id, userAgent, createdAt, lastUsedAt, expiresAt } = trustedDevices;
    return inPages<{ id: string }>(PAGE, (last) =>
      this.#db
        .select({ id, userAgent, createdAt, lastUsedAt, expiresAt })
        .from(trustedDevices)
        .where(and(eq(trustedDevices.userId, userId), after(last, id)))
        .orderBy(id)
        .limit(PAGE),
    );
  }

  keys(userId: string): Pages {
    const { id, name, prefix, access, createdAt, expiresAt, lastUsedAt } = apiKeys;
    return inPages<{ id: string }>(PAGE, (last) =>
      this.#db
        .select({ id, name, prefix, access, createdAt, expiresAt, lastUsedAt })
        .from(apiKeys)
        .where(and(eq(apiKeys.userId, userId), after(last, id)))
        .orderBy(id)
        .limit(PAGE),
    );
  }

  /** What the person has allowed decks to do. */
  trust(userId: string): Pages {
    const { fingerprint, hosts, capabilities, updatedAt } = deckTrust;
    return inPages<{ fingerprint: string }>(PAGE, (last) =>
      this.#db
        .select({ fingerprint, hosts, capabilities, updatedAt })
        .from(deckTrust)
        .where(and(eq(deckTrust.userId, userId), last === null ? undefined : gt(fingerprint, last.fingerprint)))
        .orderBy(fingerprint)
        .limit(PAGE),
    );
  }

  /** Invites that the person has made. */
  invites(userId: string): Pages {
    const { id, role, email, createdAt, expiresAt, usedAt } = invites;
    return inPages<{ id: string }>(PAGE, (last) =>
      this.#db
        .select({ id, role, email, createdAt, expiresAt, usedAt })
        .from(invites)
        .where(and(eq(invites.createdById, userId), after(last, id)))
        .orderBy(id)
        .limit(PAGE),
    );
  }

  /** The decks of the person, also those in the trash, with the people they are shared with. */
  decks(userId: string): Pages<OwnDeckRow> {
    const { id, title, visibility, currentVersionId, fingerprint, slideCount, createdAt, updatedAt, deletedAt } = decks;
    const person = sql`json_build_object('id', ${users.id}, 'name', ${users.name}, 'access', ${deckPeople.access}, 'addedAt', ${deckPeople.addedAt})`;
    const sharedWith = sql`(select coalesce(json_agg(${person}), '[]') from ${deckPeople}
      inner join ${users} on ${users.id} = ${deckPeople.userId} where ${deckPeople.deckId} = ${decks.id})`;
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

  /** Notes that the person was the last to change. */
  notes(actor: Actor): Pages {
    const { slideKey, inner, value: body, revision, updatedAt } = notes;
    const isOwn = eq(notes.updatedById, actor.userId);
    return this.#byDeck(notes.deckId, isOwn, (deckId) =>
      inPages<{ slideKey: string; inner: string }>(PAGE, (last) =>
        this.#db
          .select({ ...onSlide(notes.deckId, slideKey), inner, body, revision, updatedAt })
          .from(notes)
          .leftJoin(decks, isShown(actor, notes.deckId))
          .where(
            and(
              eq(notes.deckId, deckId),
              isOwn,
              last === null ? undefined : sql`(${slideKey}, ${inner}) > (${last.slideKey}, ${last.inner})`,
            ),
          )
          .orderBy(asc(slideKey), asc(inner))
          .limit(PAGE),
      ),
    );
  }

  /** Earlier states of notes that the person has written. */
  noteHistory(actor: Actor): Pages {
    const { slideKey, inner, revision, body, beganAt, changedAt } = noteHistory;
    const isOwn = eq(noteHistory.changedById, actor.userId);
    return this.#byDeck(noteHistory.deckId, isOwn, (deckId) =>
      inPages<{ slideKey: string; inner: string; revision: number }>(PAGE, (last) => {
        const isAfter =
          last === null
            ? undefined
            : sql`(${slideKey}, ${inner}, ${revision}) > (${last.slideKey}, ${last.inner}, ${last.revision}::int)`;
        return this.#db
          .select({ ...onSlide(noteHistory.deckId, slideKey), inner, revision, body, beganAt, changedAt })
          .from(noteHistory)
          .leftJoin(decks, isShown(actor, noteHistory.deckId))
          .where(and(eq(noteHistory.deckId, deckId), isOwn, isAfter))
          .orderBy(asc(slideKey), asc(inner), asc(revision))
          .limit(PAGE);
      }),
    );
  }

  /** Annotations that the person was the last to change. Strokes are in `strokes`. */
  annotations(actor: Actor): Pages {
    const { slideKey, value: payload, revision, updatedAt } = annotations;
    const isOwn = eq(annotations.updatedById, actor.userId);
    return this.#byDeck(annotations.deckId, isOwn, (deckId) =>
      inPages<{ slideKey: string }>(SMALL_PAGE, (last) =>
        this.#db
          .select({ ...onSlide(annotations.deckId, slideKey), payload, revision, updatedAt })
          .from(annotations)
          .leftJoin(decks, isShown(actor, annotations.deckId))
          .where(and(eq(annotations.deckId, deckId), isOwn, last === null ? undefined : gt(slideKey, last.slideKey)))
          .orderBy(asc(slideKey))
          .limit(SMALL_PAGE),
      ),
    );
  }

  /** Strokes that the person has drawn, without those that were erased: their shapes are not stored. */
  strokes(actor: Actor): Pages {
    const { slideKey, id, shape, createdAt } = strokes;
    const isOwn = sql`${strokes.authorId} = ${actor.userId} and ${isNotNull(shape)}`;
    return this.#byDeck(strokes.deckId, isOwn, (deckId) =>
      inPages<{ slideKey: string; id: string }>(SMALL_PAGE, (last) =>
        this.#db
          .select({ ...onSlide(strokes.deckId, slideKey), id, shape: sql`${shape}::json`, createdAt })
          .from(strokes)
          .leftJoin(decks, isShown(actor, strokes.deckId))
          .where(
            and(
              eq(strokes.deckId, deckId),
              isOwn,
              last === null ? undefined : sql`(${slideKey}, ${id}) > (${last.slideKey}, ${last.id})`,
            ),
          )
          .orderBy(asc(slideKey), asc(id))
          .limit(SMALL_PAGE),
      ),
    );
  }

  /** Collections of the person, with the ids of their decks. */
  collections(userId: string): Pages {
    const { id, name, visibility, createdAt, updatedAt } = collections;
    const deckIds = sql`(select coalesce(json_agg(${collectionDecks.deckId}), '[]') from ${collectionDecks} where ${collectionDecks.collectionId} = ${collections.id})`;
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

  /** What the person has done, in the audit list. */
  audit(userId: string): Pages {
    const { kind, at, id, address, details } = auditEvents;
    return inPages<{ kind: string; at: Date; id: string }>(PAGE, (last) => {
      const isAfter =
        last === null
          ? undefined
          : sql`(${kind}, ${at}, ${id}) > (${last.kind}, ${last.at.toISOString()}::timestamptz, ${last.id})`;
      return this.#db
        .select({ kind, at, id, address, details })
        .from(auditEvents)
        .where(and(eq(auditEvents.actorId, userId), isAfter))
        .orderBy(asc(kind), asc(at), asc(id))
        .limit(PAGE);
    });
  }

  /** Rows of one deck after the other, in the order of the table's key: reading all of them in one order would sort them for each page. */
  async *#byDeck<Row extends object>(deckId: PgColumn, isOwn: SQL, read: (deckId: string) => Pages<Row>): Pages<Row> {
    const found = await this.#db.execute<{ id: string }>(
      sql`select distinct ${deckId} as id from ${deckId.table} where ${isOwn}`,
    );
    for (const { id } of found) yield* read(id);
  }
}

/** The condition on which `decks` is joined, so that titles are shown only of decks that the person may read or owns. */
function isShown(actor: Actor, deckId: PgColumn): SQL | undefined {
  return and(eq(decks.id, deckId), or(eq(decks.ownerId, actor.userId), readableBy(actor)));
}

/** Columns that name a slide. `slideIndex` is null if the slide is not in the current version. */
function onSlide<Key extends PgColumn>(deckId: PgColumn, slideKey: Key) {
  const slideIndex = sql<number | null>`(select ${slides.index} from ${slides}
    where ${slides.versionId} = ${decks.currentVersionId} and ${slides.slideKey} = ${slideKey} limit 1)`;
  return { deckId, deckTitle: decks.title, slideKey, slideIndex };
}

function after(last: { readonly id: string } | null, id: SQLWrapper): SQL | undefined {
  return last === null ? undefined : sql`${id} > ${last.id}`;
}
