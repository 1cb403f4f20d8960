import { and, asc, desc, eq, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { deckPeople, decks, deckStars, slideDigests, slides, users, versions } from '#drizzle/schema/index.ts';
import { readableBy } from '#server/access/readable-by.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { Database } from '#server/db/connect.ts';
import { deckColumns, type DeckRow, isShareOf, isStarOf } from '#server/decks/decks.repo.ts';
import { SLIDE_COPIES_MAX } from '#shared/limits.ts';
import { isPictured } from './search.repo.ts';

/** What a slide is recognized by. */
export type SlideDigest = Pick<typeof slideDigests.$inferSelect, 'document' | 'shown'>;

/** A slide in the current version of a deck. */
export interface SlideCopyRow {
  readonly deck: DeckRow;
  readonly slideIndex: number;
  readonly inner: number | null;
  readonly hasPicture: boolean;
}

interface Sought {
  /** The deck with the slide, which is not listed itself. */
  readonly deckId: string;
  readonly digest: SlideDigest;
}

/** Slides of all versions that are looked at. A slide that is in more of them is not found in all decks. */
const ALIKE_MAX = 5000;

/** Slides of earlier versions. */
const former = alias(slideDigests, 'former');
const formerSlides = alias(slides, 'former_slides');
/** Slides of a current version. */
const still = alias(slideDigests, 'still');

/** SQL that finds the same slide in several decks. `readableBy` decides for every deck. */
export class SlideCopiesRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * What a slide of a version is recognized by. Null if the version is not indexed yet, or has no such slide.
   *
   * @param inner the position inside the document, if that has several slides; undefined: the first one
   */
  async digest(versionId: string, slideIndex: number, inner: number | undefined): Promise<SlideDigest | null> {
    const isInner = inner === undefined ? undefined : or(eq(slideDigests.inner, inner), isNull(slideDigests.inner));
    const [row] = await this.#db
      .select({ document: slideDigests.document, shown: slideDigests.shown })
      .from(slideDigests)
      .where(and(eq(slideDigests.versionId, versionId), eq(slideDigests.slideIndex, slideIndex), isInner))
      .orderBy(asc(slideDigests.position))
      .limit(1);
    return row ?? null;
  }

  /** The decks whose current version has the slide, those that were changed last first: the first place in each. */
  async same(actor: Actor, sought: Sought): Promise<SlideCopyRow[]> {
    return this.#inFull(actor, sameIn(this.#db, actor, sought));
  }

  /** The decks that had the slide in an earlier version, and have changed it since: what it has become. */
  async newer(actor: Actor, sought: Sought): Promise<SlideCopyRow[]> {
    return this.#inFull(actor, newerIn(this.#db, actor, sought));
  }

  async #inFull(actor: Actor, found: FoundPlaces): Promise<SlideCopyRow[]> {
    const { slideIndex, inner } = found;
    const hasPicture = isPictured({ versionId: decks.currentVersionId, slideIndex, inner });
    return this.#db
      .select({ deck: deckColumns, slideIndex, inner, hasPicture })
      .from(found)
      .innerJoin(decks, eq(decks.id, found.foundId))
      .innerJoin(users, eq(users.id, decks.ownerId))
      .leftJoin(deckPeople, isShareOf(actor.userId))
      .leftJoin(deckStars, isStarOf(actor.userId))
      .orderBy(desc(decks.updatedAt), desc(decks.id))
      .limit(SLIDE_COPIES_MAX);
  }
}

type FoundPlaces = ReturnType<typeof sameIn>;

function placeColumns({ slideIndex, inner }: { readonly slideIndex: AnyPgColumn; readonly inner: AnyPgColumn }) {
  return {
    foundId: sql<string>`${decks.id}`.as('found_id'),
    slideIndex: sql<number>`${slideIndex}`.as('found_index'),
    inner: sql<number | null>`${inner}`.as('found_inner'),
  };
}

function sameIn(db: Database, actor: Actor, { deckId, digest }: Sought) {
  const alike = db.select().from(slideDigests).where(isSame(slideDigests, digest)).limit(ALIKE_MAX).as('alike');
  return db
    .selectDistinctOn([decks.id], placeColumns(alike))
    .from(alike)
    .innerJoin(versions, eq(versions.id, alike.versionId))
    .innerJoin(decks, and(eq(decks.id, versions.deckId), eq(decks.currentVersionId, alike.versionId)))
    .where(and(ne(decks.id, deckId), readableBy(actor)))
    .orderBy(decks.id, alike.position)
    .as('found');
}

function newerIn(db: Database, actor: Actor, { deckId, digest }: Sought) {
  const alike = db.select().from(former).where(isSame(former, digest)).limit(ALIKE_MAX).as('alike');
  const isSameInside = or(
    eq(slideDigests.innerName, alike.innerName),
    and(isNull(alike.innerName), sql`${slideDigests.inner} is not distinct from ${alike.inner}`),
  );
  const today = db
    .select({ position: still.position })
    .from(still)
    .where(and(eq(still.versionId, decks.currentVersionId), isSame(still, digest)));
  return db
    .selectDistinctOn([decks.id], placeColumns(slideDigests))
    .from(alike)
    .innerJoin(versions, eq(versions.id, alike.versionId))
    .innerJoin(decks, and(eq(decks.id, versions.deckId), ne(decks.currentVersionId, alike.versionId)))
    .innerJoin(formerSlides, and(eq(formerSlides.versionId, alike.versionId), eq(formerSlides.index, alike.slideIndex)))
    .innerJoin(slides, and(eq(slides.versionId, decks.currentVersionId), eq(slides.slideKey, formerSlides.slideKey)))
    .innerJoin(
      slideDigests,
      and(eq(slideDigests.versionId, decks.currentVersionId), eq(slideDigests.slideIndex, slides.index), isSameInside),
    )
    .where(and(ne(decks.id, deckId), readableBy(actor), notExists(today)))
    .orderBy(decks.id, slideDigests.position)
    .as('found');
}

interface DigestColumns {
  readonly document: AnyPgColumn;
  readonly shown: AnyPgColumn;
}

/**
 * Whether a slide is the same as the one that is sought. What the renderer has found of both decides, because it knows the files that a
 * document loads. Otherwise the documents do.
 */
function isSame(columns: DigestColumns, { document, shown }: SlideDigest): SQL {
  const hasDocument = eq(columns.document, document);
  if (shown === null) return hasDocument;
  return sql`(${or(and(hasDocument, isNull(columns.shown)), eq(columns.shown, shown))})`;
}
