import { and, asc, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { annotations, decks, noteHistory, notes, slides, strokes } from '#drizzle/schema/index.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { Database } from '#server/db/connect.ts';
import { inPages, type Pages } from './pages.ts';
import { isShown } from './shown-decks.repo.ts';

const PAGE = 100;
/** For rows that may have hundreds of kilobytes. */
const SMALL_PAGE = 20;

/** SQL of what one person has written and drawn on slides, for their archive. */
export class OwnWritingRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
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
    // Not parsed by PostgreSQL, which would parse the shapes of all rows that it sorts for a page.
    const parsed = sql`${shape}`.mapWith((text: string): unknown => JSON.parse(text));
    return this.#byDeck(strokes.deckId, isOwn, (deckId) =>
      inPages<{ slideKey: string; id: string }>(SMALL_PAGE, (last) =>
        this.#db
          .select({ ...onSlide(strokes.deckId, slideKey), id, shape: parsed, createdAt })
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

  /** Rows of one deck after the other, in the order of the table's key: reading all of them in one order would sort them for each page. */
  async *#byDeck<Row extends object>(deckId: PgColumn, isOwn: SQL, read: (deckId: string) => Pages<Row>): Pages<Row> {
    const found = await this.#db.execute<{ id: string }>(
      sql`select distinct ${deckId} as id from ${deckId.table} where ${isOwn}`,
    );
    for (const { id } of found) yield* read(id);
  }
}

/** Columns that name a slide. `slideIndex` is null if the slide is not in the current version. */
function onSlide<Key extends PgColumn>(deckId: PgColumn, slideKey: Key) {
  const slideIndex = sql<number | null>`(select ${slides.index} from ${slides}
    where ${slides.versionId} = ${decks.currentVersionId} and ${slides.slideKey} = ${slideKey} limit 1)`;
  return { deckId, deckTitle: decks.title, slideKey, slideIndex };
}
