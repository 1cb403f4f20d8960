import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { decks, slides, strokes, users } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';
import { type Range, reachedBy } from '#server/feed/feed-source.ts';
import type { Stroke } from '#shared/ink.ts';
import { toStroke } from './ink.repo.ts';

/** What one numbered change did to the ink of a slide of the current version. */
export interface InkChange {
  readonly seq: number;
  readonly versionId: string;
  readonly slideIndex: number;
  readonly drawn: Stroke[];
  readonly erased: string[];
}

/** SQL that reads changes of ink. */
export class InkChangesRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The changes in the order of their numbers. Erased strokes are rows as well, so no change is missed. */
  async since(deckId: string, range: Range, limit: number): Promise<{ changes: InkChange[]; reached: number }> {
    const rows = await this.#db
      .select({
        seq: strokes.seq,
        versionId: slides.versionId,
        slideIndex: slides.index,
        stroke: strokes,
        authorName: users.name,
      })
      .from(strokes)
      .innerJoin(decks, eq(decks.id, strokes.deckId))
      .innerJoin(slides, and(eq(slides.versionId, decks.currentVersionId), eq(slides.slideKey, strokes.slideKey)))
      .leftJoin(users, eq(users.id, strokes.authorId))
      .where(and(eq(strokes.deckId, deckId), gt(strokes.seq, range.since), lte(strokes.seq, range.upTo)))
      // The query builder does not support `with ties`, which keeps all strokes of a change together.
      .orderBy(sql`${strokes.seq} fetch first ${limit} rows with ties`);
    const changes = [...Map.groupBy(rows, ({ seq }) => seq).values()].flatMap((ofOne) => {
      const [first] = ofOne;
      return first ? [{ ...placeOf(first), ...strokesOf(ofOne) }] : [];
    });
    return { changes, reached: reachedBy(rows, range, limit) };
  }
}

interface Row {
  readonly seq: number;
  readonly versionId: string;
  readonly slideIndex: number;
  readonly stroke: typeof strokes.$inferSelect;
  readonly authorName: string | null;
}

function placeOf({ seq, versionId, slideIndex }: Row) {
  return { seq, versionId, slideIndex };
}

function strokesOf(rows: readonly Row[]): Pick<InkChange, 'drawn' | 'erased'> {
  const inOrder = rows.toSorted((a, b) => a.stroke.sequence - b.stroke.sequence);
  return {
    drawn: inOrder.filter(({ stroke }) => stroke.shape !== null).map(toStroke),
    erased: inOrder.filter(({ stroke }) => stroke.shape === null).map(({ stroke }) => stroke.id),
  };
}
