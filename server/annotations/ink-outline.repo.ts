import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { annotations, decks, slides, strokes, users } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';
import type { DrawnPlaces } from '#shared/ink.ts';
import { INK_MARK } from './ink.repo.ts';

/** The maximum number of places in a list. */
const PLACES_MAX = 10_000;

/** SQL that finds where there are strokes, and their size, without reading them. */
export class InkOutlineRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** For each slide with strokes: their size in bytes, and the names of their authors. */
  async outline(deckId: string): Promise<Map<string, { bytes: number; authors: string }>> {
    const rows = await this.#db
      .select({
        slideKey: strokes.slideKey,
        bytes: sql<string>`sum(octet_length(${strokes.shape}))`,
        authors: sql<string>`string_agg(distinct ${users.name}, ', ')`,
      })
      .from(strokes)
      .leftJoin(users, eq(users.id, strokes.authorId))
      .where(and(eq(strokes.deckId, deckId), isNotNull(strokes.shape)))
      .groupBy(strokes.slideKey);
    return new Map(rows.map(({ slideKey, bytes, authors }) => [slideKey, { bytes: Number(bytes), authors }]));
  }

  /** The places with drawings on the slides of a version; default: the current version. */
  async places(deckId: string, versionId?: string): Promise<DrawnPlaces['items']> {
    const isInk = sql`${annotations.value} = ${INK_MARK}`;
    return this.#db
      .selectDistinct({
        slideIndex: slides.index,
        place: sql<string | number | null>`case when ${isInk} then (${strokes.shape})::jsonb -> 'inner' end`,
      })
      .from(decks)
      .innerJoin(slides, eq(slides.versionId, versionId ?? decks.currentVersionId))
      .innerJoin(annotations, and(eq(annotations.deckId, decks.id), eq(annotations.slideKey, slides.slideKey)))
      .leftJoin(
        strokes,
        and(isInk, eq(strokes.deckId, decks.id), eq(strokes.slideKey, slides.slideKey), isNotNull(strokes.shape)),
      )
      .where(and(eq(decks.id, deckId), isNotNull(annotations.value), or(sql`not ${isInk}`, isNotNull(strokes.id))))
      .orderBy(slides.index)
      .limit(PLACES_MAX);
  }
}
