import { createHash } from 'node:crypto';
import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { annotations, decks, slides, strokes, users } from '#drizzle/schema/index.ts';
import type { ReadableDeck } from '#server/access/granted-deck.ts';
import { type HeldDeck, holdDeckForAll } from '#server/access/hold-deck.ts';
import { may } from '#server/access/rule.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { AppError, deckNotFound, forbidden, validationFailed } from '#server/errors.ts';
import { personOf } from '#server/people.ts';
import { locateSlide, type Misplaced, type SlideState, type SlideStateRepo } from '#server/slides/slide-state.repo.ts';
import { INK_KIND, type NewStroke, type Stroke } from '#shared/ink.ts';
import { INK_ERASED_DAYS, INK_ERASED_MAX, INK_SLIDE_MAX_BYTES, INK_STROKES_MAX } from '#shared/limits.ts';
import { WriteBatches } from './write-batches.ts';

/** The value of an annotation whose content is stored as strokes. */
export const INK_MARK = JSON.stringify({ kind: INK_KIND });

/** A user who draws and erases, and the deck. */
interface Editor {
  readonly deckId: string;
  readonly userId: string;
  /** All users may erase their own strokes. */
  readonly mayEraseOthers: boolean;
}

export interface Batch {
  readonly add: readonly NewStroke[];
  readonly erase: readonly string[];
}

export interface InkPlace {
  readonly slideIndex: number;
  /** For a change, it must still be the deck's current version. */
  readonly versionId?: string | undefined;
}

export type ReadOutcome =
  | { readonly outcome: 'read'; readonly foreign: boolean; readonly replaced: boolean; readonly strokes: readonly Stroke[] }
  | Misplaced;

interface Merge {
  readonly deck: ReadableDeck;
  readonly place: InkPlace;
  readonly batch: Batch;
}

interface Addition {
  readonly editor: Editor;
  readonly batch: Pick<Batch, 'add'>;
}

interface HeldMerge extends Addition {
  readonly batch: Batch;
}

export type MergeOutcome =
  | { readonly outcome: 'merged'; readonly state: SlideState | null }
  | { readonly outcome: 'foreign' }
  | Misplaced;

/** The maximum number of strokes that several batches change in one transaction. */
const MERGED_STROKES_MAX = 500;

/** SQL of ink. Strokes are added and erased, never changed, so batches can arrive in any order and more than once. */
export class InkRepo {
  readonly #db: Database;
  readonly #states: SlideStateRepo;
  readonly #merges = new WriteBatches<Merge, MergeOutcome>({
    work: (merges) => this.#mergeAll(merges),
    weigh: ({ batch }) => batch.add.length + batch.erase.length,
    weightMax: MERGED_STROKES_MAX,
  });

  constructor(db: Database, states: SlideStateRepo) {
    this.#db = db;
    this.#states = states;
  }

  /** The strokes of these slides that are not erased, in the order they were drawn. */
  async strokesOf(deckId: string, slideKeys: readonly string[]): Promise<Map<string, Stroke[]>> {
    const bySlide = await this.#rowsOf(deckId, slideKeys);
    return new Map([...bySlide].map(([key, found]) => [key, found.map(toStroke)]));
  }

  async #rowsOf(deckId: string, slideKeys: readonly string[]): Promise<Map<string, StrokeRow[]>> {
    if (slideKeys.length === 0) return new Map();
    const rows = await this.#db
      .select({ stroke: strokes, authorName: users.name })
      .from(strokes)
      .leftJoin(users, eq(users.id, strokes.authorId))
      .where(and(eq(strokes.deckId, deckId), inArray(strokes.slideKey, [...slideKeys]), isNotNull(strokes.shape)))
      .orderBy(asc(strokes.slideKey), asc(strokes.sequence));
    return Map.groupBy(rows, ({ stroke }) => stroke.slideKey);
  }

  /** The strokes that `strokesOf` returns, as JSON text that was not parsed. */
  async strokeTexts(deckId: string, slideKeys: readonly string[]): Promise<Map<string, string[]>> {
    const bySlide = await this.#rowsOf(deckId, slideKeys);
    return new Map([...bySlide].map(([key, found]) => [key, found.map(toStrokeText)]));
  }

  /** The current ink of one slide. `slideIndex` is a position in the version `versionId`; default: the current version. */
  async read(deckId: string, { slideIndex, versionId }: InkPlace): Promise<ReadOutcome> {
    const [place] = await this.#db
      .select({ currentVersionId: decks.currentVersionId, slideKey: slides.slideKey, value: annotations.value })
      .from(decks)
      .leftJoin(slides, and(eq(slides.versionId, versionId ?? decks.currentVersionId), eq(slides.index, slideIndex)))
      .leftJoin(annotations, and(eq(annotations.deckId, decks.id), eq(annotations.slideKey, slides.slideKey)))
      .where(eq(decks.id, deckId));
    if (place === undefined) throw deckNotFound();
    if (place.slideKey === null) return { outcome: 'no-such-slide' };
    const found = await this.strokesOf(deckId, [place.slideKey]);
    const foreign = place.value !== null && place.value !== INK_MARK;
    const replaced = versionId !== undefined && versionId !== place.currentVersionId;
    return { outcome: 'read', foreign, replaced, strokes: found.get(place.slideKey) ?? [] };
  }

  /**
   * Adds and erases strokes of a slide. Batches for one slide that arrive at the same time share a transaction.
   *
   * @throws AppError FORBIDDEN, VALIDATION_FAILED, PAYLOAD_TOO_LARGE, and as `holdDeck`; then nothing is changed
   */
  merge(deck: ReadableDeck, place: InkPlace, batch: Batch): Promise<MergeOutcome> {
    return this.#merges.run(JSON.stringify([deck.id, place.slideIndex, place.versionId]), { deck, place, batch });
  }

  /** Applies several batches for one slide. */
  async #mergeAll(merges: readonly Merge[]): Promise<MergeOutcome> {
    const [first] = merges;
    if (first === undefined) throw new Error('there is nothing to merge');
    const { deck, place } = first;
    const additions = merges.flatMap(({ batch }) => batch.add);
    const authors = await this.restoredAuthors(deck.id, place.slideIndex, additions);
    const misplaced = await this.#db.transaction(async (tx) => {
      const held = await holdDeckForAll(tx, merges, 'share', authors);
      const slide = await locateSlide(tx, held, place);
      if ('outcome' in slide) return slide;
      const changes = held.uses.map((use) => ({ editor: editorOn(use.held), batch: use.batch }));
      return this.#mergeOn(tx, slide.slideKey, changes);
    });
    // Runs after the transaction, so that no other request waits for this statement.
    return misplaced ?? { outcome: 'merged', state: await this.#states.find(this.#db, { ...place, deckId: deck.id }) };
  }

  /** Removes the rows of strokes that were erased so long ago that no delayed request is expected to add them again. */
  async removeErased(): Promise<void> {
    await this.#db.delete(strokes).where(sql`${strokes.erasedAt} < now() - make_interval(days => ${INK_ERASED_DAYS}::int)`);
  }

  /** The authors of the erased strokes of a slide that these strokes restore. A restored stroke can belong to its author again. */
  async restoredAuthors(deckId: string, slideIndex: number, wanted: readonly NewStroke[]): Promise<string[]> {
    const ids = wanted.flatMap(({ restores }) => restores ?? []);
    if (ids.length === 0) return [];
    const rows = await this.#db
      .selectDistinct({ id: strokes.authorId })
      .from(strokes)
      .innerJoin(decks, eq(decks.id, strokes.deckId))
      .innerJoin(slides, and(eq(slides.versionId, decks.currentVersionId), eq(slides.slideKey, strokes.slideKey)))
      .where(and(eq(decks.id, deckId), eq(slides.index, slideIndex), inArray(strokes.id, ids)));
    return rows.flatMap(({ id }) => id ?? []);
  }

  /** Takes few round trips, because all other requests that draw on this slide wait from the first lock on. @returns null on success */
  async #mergeOn(tx: Transaction, slideKey: string, merges: readonly HeldMerge[]): Promise<{ outcome: 'foreign' } | null> {
    const editor = merges.at(-1)?.editor;
    if (editor === undefined) return null;
    const held = await hold(tx, editor.deckId, slideKey);
    if (held === 'foreign') return { outcome: 'foreign' };
    const changed: string[] = [];
    for (const { editor: eraser, batch } of merges) changed.push(...(await erase(tx, eraser, slideKey, batch.erase)));
    const drawn = await add(tx, slideKey, merges);
    changed.push(...drawn);
    if (changed.length === 0) return null;
    const counting = { stamps: stampsOf(editor, slideKey, changed), grows: drawn.length > 0 };
    if (held === 'ink') await this.#states.count(tx, editor.deckId, slideKey, { ...counting, sets: touched(editor) });
    else {
      await this.#begin(tx, editor, slideKey);
      await this.#states.count(tx, editor.deckId, slideKey, counting);
    }
    return null;
  }

  /** Replaces all strokes of the slide, in the transaction of the write. An id that was erased stays erased. @throws as `merge` */
  async replace(tx: Transaction, deck: HeldDeck, slideKey: string, wanted: readonly NewStroke[]): Promise<SQL[]> {
    const editor = editorOn(deck);
    const here = and(eq(strokes.deckId, editor.deckId), eq(strokes.slideKey, slideKey), isNotNull(strokes.shape));
    const kept = wanted.map((stroke) => stroke.id);
    const others = kept.length === 0 ? here : and(here, notInArray(strokes.id, kept));
    const gone = await tx.select({ id: strokes.id }).from(strokes).where(others);
    const ids = gone.map((row) => row.id);
    const erased = await erase(tx, editor, slideKey, ids);
    const drawn = await add(tx, slideKey, [{ editor, batch: { add: wanted } }]);
    return stampsOf(editor, slideKey, [...erased, ...drawn]);
  }

  /** Creates the annotation of a slide that had none. @throws AppError FOREIGN_ANNOTATION if another program has created one meanwhile */
  async #begin(tx: Transaction, editor: Editor, slideKey: string): Promise<void> {
    const change = { value: INK_MARK, updatedAt: new Date(), updatedById: editor.userId };
    const begun = await tx
      .insert(annotations)
      .values({ deckId: editor.deckId, slideKey, revision: 1, ...change })
      .onConflictDoUpdate({
        target: [annotations.deckId, annotations.slideKey, annotations.inner],
        set: { ...change, revision: sql`${annotations.revision} + 1` },
        setWhere: sql`${annotations.value} is null or ${annotations.value} = ${INK_MARK}`,
      })
      .returning({ revision: annotations.revision });
    if (begun.length === 0) throw foreignAnnotation();
  }
}

function editorOn(deck: HeldDeck): Editor {
  return { deckId: deck.id, userId: deck.actor.userId, mayEraseOthers: may(deck.actor, 'manage', deck) };
}

/** The assignments in the annotation's row that belong to a change by this user. */
function touched({ userId }: Editor): SQL {
  return sql`payload = ${INK_MARK}, revision = ${annotations.revision} + 1, updated_at = ${new Date().toISOString()}::timestamptz, updated_by_id = ${userId}`;
}

export function foreignAnnotation(): AppError {
  return new AppError('FOREIGN_ANNOTATION', 'This slide holds an annotation of another program. Delete it first.');
}

/** Locks the slide's annotation, so that no other request draws here until the transaction ends. Returns what the annotation contains. */
async function hold(tx: Transaction, deckId: string, slideKey: string): Promise<'nothing' | 'ink' | 'foreign'> {
  const [row] = await tx
    .select({ value: annotations.value })
    .from(annotations)
    .where(and(eq(annotations.deckId, deckId), eq(annotations.slideKey, slideKey)))
    .for('update');
  if (row === undefined) return 'nothing';
  return row.value === null || row.value === INK_MARK ? 'ink' : 'foreign';
}

/** Erases strokes. An unknown id is stored as erased, so that a delayed request cannot add it. Returns the ids that were changed. */
async function erase(tx: Transaction, editor: Editor, slideKey: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const these = and(
    eq(strokes.deckId, editor.deckId),
    eq(strokes.slideKey, slideKey),
    inArray(strokes.id, [...ids]),
    isNotNull(strokes.shape),
  );
  const othersOnly = or(ne(strokes.authorId, editor.userId), isNull(strokes.authorId));
  const others = editor.mayEraseOthers
    ? []
    : await tx.select({ id: strokes.id }).from(strokes).where(and(these, othersOnly)).limit(1);
  if (others.length > 0) throw forbidden();
  const now = new Date();
  const erasedDigest = sql`encode(sha256(convert_to(${strokes.shape}, 'UTF8')), 'hex')`;
  const gone = await tx
    .update(strokes)
    .set({ shape: null, erasedDigest, erasedAt: now })
    .where(these)
    .returning({ id: strokes.id });
  const tombstones = [...new Set(ids)].map((id) => ({
    deckId: editor.deckId,
    slideKey,
    id,
    authorId: editor.userId,
    shape: null,
    createdAt: now,
    erasedAt: now,
  }));
  const buried = await tx.insert(strokes).values(tombstones).onConflictDoNothing().returning({ id: strokes.id });
  const changed = [...gone, ...buried].map((row) => row.id);
  if (changed.length > 0) await forgetFirstErased(tx, editor);
  return changed;
}

/**
 * Removes the rows of the strokes that were erased first, as far as the deck has more than `INK_ERASED_MAX` of them. Erasing is thus
 * never refused. A delayed request can draw the removed strokes again. Rows that other transactions have locked are left to the next
 * call.
 */
async function forgetFirstErased(tx: Transaction, { deckId }: Editor): Promise<void> {
  const beyond = tx
    .select({ deckId: strokes.deckId, slideKey: strokes.slideKey, id: strokes.id })
    .from(strokes)
    .where(and(eq(strokes.deckId, deckId), isNotNull(strokes.erasedAt)))
    .orderBy(desc(strokes.erasedAt))
    .offset(INK_ERASED_MAX)
    .for('update', { skipLocked: true });
  await tx.delete(strokes).where(sql`(${strokes.deckId}, ${strokes.slideKey}, ${strokes.id}) in ${beyond}`);
}

/** Inserts new strokes. Ids that already exist, drawn or erased, are skipped. Returns the ids of the inserted strokes. */
async function add(tx: Transaction, slideKey: string, additions: readonly Addition[]): Promise<string[]> {
  const rows: (typeof strokes.$inferInsert)[] = [];
  for (const { editor, batch } of additions) rows.push(...(await rowsOf(tx, editor, slideKey, batch.add)));
  const [first] = rows;
  if (first === undefined) return [];
  // `lying` does not see the rows that the same statement inserts.
  const inserted = tx.insert(strokes).values(rows).onConflictDoNothing().returning({ id: strokes.id, shape: strokes.shape });
  const here = and(eq(strokes.deckId, first.deckId), eq(strokes.slideKey, slideKey), isNotNull(strokes.shape));
  const found = await tx.execute<{ id: string | null; count: string; bytes: string }>(sql`
    with drawn as ${inserted},
    lying as (select count(*) as count, coalesce(sum(octet_length(${strokes.shape})), 0) as bytes from ${strokes} where ${here}),
    coming as (select count(*) as count, coalesce(sum(octet_length(shape)), 0) as bytes from drawn)
    select drawn.id, lying.count + coming.count as count, lying.bytes + coming.bytes as bytes
    from lying cross join coming left join drawn on true`);
  assertWithinLimits(Number(found[0]?.count), Number(found[0]?.bytes));
  return found.flatMap(({ id }) => id ?? []);
}

async function rowsOf(tx: Transaction, editor: Editor, slideKey: string, wanted: readonly NewStroke[]) {
  const createdAt = new Date();
  const authors = await erasedStrokes(tx, editor, slideKey, wanted);
  return wanted.map(({ id, restores = '', ...form }) => {
    const shape = JSON.stringify(form);
    const restored = authors.get(restores);
    const authorId = restored !== undefined && restored.digest === digestOf(shape) ? restored.authorId : editor.userId;
    return { deckId: editor.deckId, slideKey, id, authorId, shape, createdAt };
  });
}

/** @throws AppError VALIDATION_FAILED, PAYLOAD_TOO_LARGE when the slide exceeds a limit */
function assertWithinLimits(count: number, bytes: number): void {
  if (count > INK_STROKES_MAX) {
    throw validationFailed([{ path: 'add', message: `A slide can have at most ${INK_STROKES_MAX} strokes.` }]);
  }
  if (bytes > INK_SLIDE_MAX_BYTES) {
    throw new AppError('PAYLOAD_TOO_LARGE', 'The drawing on this slide is too large. Erase some of it.', {
      maxBytes: INK_SLIDE_MAX_BYTES,
    });
  }
}

/** Author and digest of the erased strokes that these strokes restore. Strokes that this user may not erase are left out. */
async function erasedStrokes(tx: Transaction, editor: Editor, slideKey: string, wanted: readonly NewStroke[]) {
  const ids = wanted.flatMap(({ restores }) => restores ?? []);
  if (ids.length === 0) return new Map<string, { authorId: string | null; digest: string | null }>();
  const here = and(eq(strokes.deckId, editor.deckId), eq(strokes.slideKey, slideKey), inArray(strokes.id, ids));
  const rows = await tx
    .select({ id: strokes.id, authorId: strokes.authorId, digest: strokes.erasedDigest })
    .from(strokes)
    .where(editor.mayEraseOthers ? here : and(here, eq(strokes.authorId, editor.userId)));
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

const digestOf = (shape: string): string => createHash('sha256').update(shape).digest('hex');

/** SQL that stores the number of a change on its strokes. */
function stampsOf({ deckId }: Editor, slideKey: string, ids: readonly string[]): SQL[] {
  if (ids.length === 0) return [];
  const these = and(eq(strokes.deckId, deckId), eq(strokes.slideKey, slideKey), inArray(strokes.id, [...ids]));
  return [sql`update ${strokes} set seq = next.seq from next where ${these}`];
}

interface StrokeRow {
  readonly stroke: typeof strokes.$inferSelect;
  readonly authorName: string | null;
}

/** Returns `toStroke` as JSON text. The shape already is the text of an object that is not empty; `add` has written it. */
function toStrokeText({ stroke, authorName }: StrokeRow): string {
  const head = JSON.stringify({ id: stroke.id, author: personOf(stroke.authorId, authorName) });
  const members = (stroke.shape ?? '{}').slice(1, -1);
  return `${head.slice(0, -1)},${members},"createdAt":"${stroke.createdAt.toISOString()}"}`;
}

export function toStroke({ stroke, authorName }: StrokeRow): Stroke {
  // Written by `add` from a validated stroke.
  const shape = JSON.parse(stroke.shape ?? '{}') as Omit<NewStroke, 'id'>;
  return { id: stroke.id, author: personOf(stroke.authorId, authorName), ...shape, createdAt: stroke.createdAt.toISOString() };
}
