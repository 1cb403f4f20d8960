import { and, asc, eq, inArray, isNotNull, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import { annotations, strokes, users } from '#drizzle/schema/index.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { AppError, forbidden, validationFailed } from '#server/errors.ts';
import { personOf } from '#server/people.ts';
import { locateSlide, type Misplaced, type SlideState, type SlideStateRepo } from '#server/slides/slide-state.repo.ts';
import { INK_KIND, type NewStroke, type Stroke } from '#shared/ink.ts';
import { INK_SLIDE_MAX_BYTES, INK_STROKES_MAX } from '#shared/limits.ts';

/** What stands in an annotation's row while its content are strokes. */
export const INK_MARK = JSON.stringify({ kind: INK_KIND });

/** Who draws and erases where. */
export interface Hand {
  readonly deckId: string;
  readonly userId: string;
  /** The deck's owner and admins. */
  readonly mayEraseOthers: boolean;
}

export interface Batch {
  readonly add: readonly NewStroke[];
  readonly erase: readonly string[];
}

export type MergeOutcome =
  | { readonly outcome: 'merged'; readonly state: SlideState | null }
  | { readonly outcome: 'foreign' }
  | Misplaced;

/** SQL of ink. Strokes are a set: they are added and erased, never changed, so batches can come in any order and twice. */
export class InkRepo {
  readonly #db: Database;
  readonly #states: SlideStateRepo;

  constructor(db: Database, states: SlideStateRepo) {
    this.#db = db;
    this.#states = states;
  }

  /** The live strokes of these slides, in the order they were drawn. */
  async strokesOf(deckId: string, slideKeys: readonly string[]): Promise<Map<string, Stroke[]>> {
    if (slideKeys.length === 0) return new Map();
    const rows = await this.#db
      .select({ stroke: strokes, authorName: users.name })
      .from(strokes)
      .leftJoin(users, eq(users.id, strokes.authorId))
      .where(and(eq(strokes.deckId, deckId), inArray(strokes.slideKey, [...slideKeys]), isNotNull(strokes.shape)))
      .orderBy(asc(strokes.slideKey), asc(strokes.sequence));
    const bySlide = Map.groupBy(rows, ({ stroke }) => stroke.slideKey);
    return new Map([...bySlide].map(([key, found]) => [key, found.map(toStroke)]));
  }

  /** Adds and erases strokes of a slide. @throws AppError FORBIDDEN, VALIDATION_FAILED, PAYLOAD_TOO_LARGE; then nothing is changed */
  async merge(hand: Hand, place: { slideIndex: number; versionId?: string | undefined }, batch: Batch): Promise<MergeOutcome> {
    return this.#db.transaction(async (tx) => {
      const slide = await locateSlide(tx, { ...place, deckId: hand.deckId });
      if ('outcome' in slide) return slide;
      if (await holdsForeign(tx, hand.deckId, slide.slideKey)) return { outcome: 'foreign' };
      const erased = await erase(tx, hand, slide.slideKey, batch.erase);
      const added = await add(tx, hand, slide.slideKey, batch.add);
      if (erased + added > 0) await this.#touch(tx, hand, slide.slideKey);
      return { outcome: 'merged', state: await this.#states.find(tx, { deckId: hand.deckId, slideIndex: place.slideIndex }) };
    });
  }

  /** Makes these the slide's strokes, inside the write that says so. An id that was erased stays erased. @throws as `merge` */
  async replace(tx: Transaction, hand: Hand, slideKey: string, wanted: readonly NewStroke[]): Promise<void> {
    const here = and(eq(strokes.deckId, hand.deckId), eq(strokes.slideKey, slideKey), isNotNull(strokes.shape));
    const kept = wanted.map((stroke) => stroke.id);
    const others = kept.length === 0 ? here : and(here, notInArray(strokes.id, kept));
    const gone = await tx.select({ id: strokes.id }).from(strokes).where(others);
    await erase(
      tx,
      hand,
      slideKey,
      gone.map((row) => row.id),
    );
    await add(tx, hand, slideKey, wanted);
  }

  /** Counts the change. Somebody else's payload that was put there meanwhile is left alone. */
  async #touch(tx: Transaction, { deckId, userId }: Hand, slideKey: string): Promise<void> {
    const change = { value: INK_MARK, updatedAt: new Date(), updatedById: userId };
    const touched = await tx
      .insert(annotations)
      .values({ deckId, slideKey, revision: 1, ...change })
      .onConflictDoUpdate({
        target: [annotations.deckId, annotations.slideKey],
        set: { ...change, revision: sql`${annotations.revision} + 1` },
        setWhere: sql`${annotations.value} is null or ${annotations.value} = ${INK_MARK}`,
      })
      .returning({ revision: annotations.revision });
    if (touched.length === 0) throw foreignAnnotation();
  }
}

export function foreignAnnotation(): AppError {
  return new AppError('FOREIGN_ANNOTATION', 'This slide holds an annotation of another program. Delete it before drawing here.');
}

async function holdsForeign(tx: Transaction, deckId: string, slideKey: string): Promise<boolean> {
  const [row] = await tx
    .select({ value: annotations.value })
    .from(annotations)
    .where(and(eq(annotations.deckId, deckId), eq(annotations.slideKey, slideKey)))
    .for('update');
  return row !== undefined && row.value !== null && row.value !== INK_MARK;
}

/** Erases, also what has not come yet. Returns how many strokes went, or will not come. */
async function erase(tx: Transaction, hand: Hand, slideKey: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const these = and(
    eq(strokes.deckId, hand.deckId),
    eq(strokes.slideKey, slideKey),
    inArray(strokes.id, [...ids]),
    isNotNull(strokes.shape),
  );
  const othersOnly = or(ne(strokes.authorId, hand.userId), isNull(strokes.authorId));
  const others = hand.mayEraseOthers
    ? []
    : await tx.select({ id: strokes.id }).from(strokes).where(and(these, othersOnly)).limit(1);
  if (others.length > 0) throw forbidden();
  const gone = await tx.update(strokes).set({ shape: null }).where(these).returning({ id: strokes.id });
  const tombstones = [...new Set(ids)].map((id) => ({
    deckId: hand.deckId,
    slideKey,
    id,
    authorId: hand.userId,
    shape: null,
    createdAt: new Date(),
  }));
  const buried = await tx.insert(strokes).values(tombstones).onConflictDoNothing().returning({ id: strokes.id });
  return gone.length + buried.length;
}

/** Draws what is new; an id that is known, drawn or erased, is passed over. Returns how many strokes came. */
async function add(tx: Transaction, hand: Hand, slideKey: string, wanted: readonly NewStroke[]): Promise<number> {
  if (wanted.length === 0) return 0;
  const createdAt = new Date();
  const rows = wanted.map(({ id, ...shape }) => ({
    deckId: hand.deckId,
    slideKey,
    id,
    authorId: hand.userId,
    shape: JSON.stringify(shape),
    createdAt,
  }));
  const drawn = await tx.insert(strokes).values(rows).onConflictDoNothing().returning({ id: strokes.id });
  const [size] = await tx
    .select({ count: sql`count(*)`.mapWith(Number), bytes: sql`coalesce(sum(length(${strokes.shape})), 0)`.mapWith(Number) })
    .from(strokes)
    .where(and(eq(strokes.deckId, hand.deckId), eq(strokes.slideKey, slideKey), isNotNull(strokes.shape)));
  if ((size?.count ?? 0) > INK_STROKES_MAX)
    throw validationFailed([{ path: 'add', message: `a slide holds ${INK_STROKES_MAX} strokes at most` }]);
  if ((size?.bytes ?? 0) > INK_SLIDE_MAX_BYTES) {
    throw new AppError('PAYLOAD_TOO_LARGE', 'There is too much ink on this slide.', { maxBytes: INK_SLIDE_MAX_BYTES });
  }
  return drawn.length;
}

function toStroke({ stroke, authorName }: { stroke: typeof strokes.$inferSelect; authorName: string | null }): Stroke {
  // Written by `add` from a validated stroke.
  const shape = JSON.parse(stroke.shape ?? '{}') as Omit<NewStroke, 'id'>;
  return { id: stroke.id, author: personOf(stroke.authorId, authorName), ...shape, createdAt: stroke.createdAt.toISOString() };
}
