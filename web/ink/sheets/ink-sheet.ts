import { atom } from 'nanostores';
import type { NewStroke, Stroke } from '#shared/ink.ts';
import { INK_STROKES_MAX } from '#shared/limits.ts';
import type { Person } from '#shared/people.ts';
import { afterStep, canUndoRedo, type InkHistory, type InkStep, NO_HISTORY, undoRedo } from './ink-history.ts';
import { type InkChange, type InkSet, NO_INK, visibleStrokes, withChange } from './ink-set.ts';
import { newStrokeId } from './stroke-id.ts';

/** An inner slide of a single-document deck: its name or, if it has none, its index; undefined if the slide has no inner slides. */
export type Inner = string | number | undefined;

/** A stroke before it has an id and an author. */
export type DrawnForm = Pick<Stroke, 'tool' | 'color' | 'width' | 'points' | 'text'>;

/** Why drawing is not possible: the slide has too many strokes, another program made the drawing, or the version was replaced. */
export type InkLock = 'full' | 'foreign' | 'replaced';

export interface SheetState {
  /** The strokes of the whole slide, from bottom to top. */
  readonly strokes: readonly Stroke[];
  readonly lock: InkLock | null;
}

export interface InkBatch {
  readonly add: NewStroke[];
  readonly erase: string[];
}

interface SheetOptions {
  readonly me: Person;
  /** Whether the user may erase strokes of others: the deck's owner and admins. */
  readonly mayEraseOthers: boolean;
  /** Sends the changes to the server, now or later. */
  readonly send: (batch: InkBatch) => void;
}

/** The drawing of one slide: strokes on the server, unsent changes of this user, and their undo history. */
export class InkSheet {
  readonly #options: SheetOptions;
  readonly #histories = new Map<Inner, InkHistory>();
  /** Ids of restored strokes and of their originals. */
  readonly #restored = new Map<string, string>();
  #ink: InkSet = NO_INK;
  #ids: ReadonlySet<string> = new Set();
  #fixedLock: Exclude<InkLock, 'full'> | null = null;
  readonly #state = atom<SheetState>({ strokes: [], lock: null });

  constructor(options: SheetOptions) {
    this.#options = options;
  }

  readonly state = (): SheetState => this.#state.get();

  readonly subscribe = (listener: () => void): (() => void) => this.#state.listen(listener);

  /** Ids on the server now. Pass them as `knownBefore` with the answer to a request that starts now. */
  known(): ReadonlySet<string> {
    return new Set(this.#ink.kept.keys());
  }

  take(change: InkChange): void {
    this.#ink = withChange(this.#ink, change);
    this.#show();
  }

  setLock(lock: Exclude<InkLock, 'full'> | null): void {
    if (lock === this.#fixedLock) return;
    this.#fixedLock = lock;
    this.#show();
  }

  mayErase({ author }: Stroke): boolean {
    return author.id === this.#options.me.id || this.#options.mayEraseOthers;
  }

  draw(form: DrawnForm, inner: Inner, id = newStrokeId()): void {
    if (this.state().lock !== null) return;
    const place = inner === undefined ? {} : { inner };
    const stroke = { ...form, ...place, id, author: this.#options.me, createdAt: new Date().toISOString() };
    this.#do({ drawn: [stroke], erased: [] }, inner);
  }

  /** Erases the given strokes in one step, except those that are gone or may not be erased. */
  erase(strokes: readonly Stroke[], inner: Inner): void {
    const erased = strokes.filter((stroke) => this.#isThere(stroke) && this.mayErase(stroke));
    if (erased.length > 0 && this.#fixedLock === null) this.#do({ drawn: [], erased }, inner);
  }

  /** Draws erased strokes again, unless they were restored meanwhile. */
  restore(strokes: readonly Stroke[], inner: Inner): void {
    const back = new Set([...this.#restored].flatMap(([copy, original]) => (this.#ids.has(copy) ? original : [])));
    const drawn = strokes.filter(({ id }) => !back.has(id)).map(this.#copyOf);
    if (drawn.length > 0 && this.#fixedLock === null) this.#do({ drawn, erased: [] }, inner);
  }

  canUndoRedo(direction: 'undo' | 'redo', inner: Inner): boolean {
    return this.#fixedLock === null && canUndoRedo(this.#historyOf(inner), direction, this.#isThere);
  }

  undoRedo(direction: 'undo' | 'redo', inner: Inner): void {
    if (this.#fixedLock !== null) return;
    const turned = undoRedo(this.#historyOf(inner), direction, { isThere: this.#isThere, copyOf: this.#copyOf });
    if (turned === null) return;
    this.#histories.set(inner, turned.history);
    this.#perform(turned.step);
  }

  #historyOf(inner: Inner): InkHistory {
    return this.#histories.get(inner) ?? NO_HISTORY;
  }

  readonly #isThere = ({ id }: Stroke): boolean => this.#ids.has(id);

  readonly #copyOf = (stroke: Stroke): Stroke => {
    const copy = { ...stroke, id: newStrokeId(), createdAt: new Date().toISOString() };
    this.#restored.set(copy.id, stroke.id);
    return copy;
  };

  #do(step: InkStep, inner: Inner): void {
    this.#histories.set(inner, afterStep(this.#historyOf(inner), step));
    this.#perform(step);
  }

  #perform({ drawn, erased }: InkStep): void {
    const erase = erased.map(({ id }) => id);
    this.#ink = withChange(this.#ink, { is: 'made', drawn, erased: erase });
    this.#show();
    this.#options.send({ add: drawn.map((stroke) => this.#toSend(stroke)), erase });
  }

  /** The server sets author and time; a restored stroke keeps its author. */
  #toSend({ author: _author, createdAt: _createdAt, ...stroke }: Stroke): NewStroke {
    const restores = this.#restored.get(stroke.id);
    return restores === undefined ? stroke : { ...stroke, restores };
  }

  #show(): void {
    const strokes = visibleStrokes(this.#ink);
    this.#ids = new Set(strokes.map(({ id }) => id));
    this.#state.set({ strokes, lock: this.#fixedLock ?? (strokes.length >= INK_STROKES_MAX ? 'full' : null) });
  }
}
