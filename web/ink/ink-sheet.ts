import type { NewStroke, Stroke } from '#shared/ink.ts';
import { INK_STROKES_MAX } from '#shared/limits.ts';
import type { Person } from '#shared/roles.ts';
import { afterStep, canTurnBack, type InkHistory, type InkStep, NO_HISTORY, turnBack } from './ink-history.ts';
import { type InkChange, type InkSet, NO_INK, visibleStrokes, withChange } from './ink-set.ts';
import { newStrokeId } from './stroke-id.ts';

/** Place inside a deck that is one document; undefined: the slide has no inside. */
export type Inner = number | undefined;

/** What is drawn, before it belongs to somebody. */
export type DrawnForm = Pick<Stroke, 'tool' | 'color' | 'width' | 'points' | 'text'>;

/** Why nothing can be drawn here: too much ink, another program's drawing, or a version of the deck that was replaced. */
export type InkLock = 'full' | 'foreign' | 'replaced';

export interface SheetState {
  /** Of the whole slide, in the order in which they lie. */
  readonly strokes: readonly Stroke[];
  readonly lock: InkLock | null;
}

export interface InkBatch {
  readonly add: NewStroke[];
  readonly erase: string[];
}

interface SheetOptions {
  readonly me: Person;
  /** The deck's owner and admins. */
  readonly mayEraseOthers: boolean;
  /** Takes care that it reaches the server. */
  readonly send: (batch: InkBatch) => void;
}

/** One slide's ink: what the server has, what this person draws and takes back, and what is still to be sent. */
export class InkSheet {
  readonly #options: SheetOptions;
  readonly #listeners = new Set<() => void>();
  readonly #histories = new Map<Inner, InkHistory>();
  /** Ids of strokes that were drawn again, and of those that they stand for. */
  readonly #restored = new Map<string, string>();
  #ink: InkSet = NO_INK;
  #ids: ReadonlySet<string> = new Set();
  #obstacle: Exclude<InkLock, 'full'> | null = null;
  #state: SheetState = { strokes: [], lock: null };

  constructor(options: SheetOptions) {
    this.#options = options;
  }

  readonly state = (): SheetState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Ids that the server has told of: goes with the answer to a question that is asked now, as its `knownBefore`. */
  known(): ReadonlySet<string> {
    return new Set(this.#ink.kept.keys());
  }

  take(change: InkChange): void {
    this.#ink = withChange(this.#ink, change);
    this.#show();
  }

  obstruct(obstacle: Exclude<InkLock, 'full'> | null): void {
    if (obstacle === this.#obstacle) return;
    this.#obstacle = obstacle;
    this.#show();
  }

  mayErase({ author }: Stroke): boolean {
    return author.id === this.#options.me.id || this.#options.mayEraseOthers;
  }

  draw(form: DrawnForm, inner: Inner): void {
    if (this.#state.lock !== null) return;
    const place = inner === undefined ? {} : { inner };
    const stroke = { ...form, ...place, id: newStrokeId(), author: this.#options.me, createdAt: new Date().toISOString() };
    this.#do({ drawn: [stroke], erased: [] }, inner);
  }

  /** Erases those of them that are there and may be erased, in one step. */
  erase(strokes: readonly Stroke[], inner: Inner): void {
    const erased = strokes.filter((stroke) => this.#isThere(stroke) && this.mayErase(stroke));
    if (erased.length > 0 && this.#obstacle === null) this.#do({ drawn: [], erased }, inner);
  }

  /** Draws what was erased again, as far as nobody has done so meanwhile. */
  restore(strokes: readonly Stroke[], inner: Inner): void {
    const back = new Set([...this.#restored].flatMap(([copy, original]) => (this.#ids.has(copy) ? original : [])));
    const drawn = strokes.filter(({ id }) => !back.has(id)).map(this.#copyOf);
    if (drawn.length > 0 && this.#obstacle === null) this.#do({ drawn, erased: [] }, inner);
  }

  canTurnBack(direction: 'undo' | 'redo', inner: Inner): boolean {
    return this.#obstacle === null && canTurnBack(this.#historyOf(inner), direction, this.#isThere);
  }

  turnBack(direction: 'undo' | 'redo', inner: Inner): void {
    if (this.#obstacle !== null) return;
    const turned = turnBack(this.#historyOf(inner), direction, { isThere: this.#isThere, copyOf: this.#copyOf });
    if (turned === null) return;
    this.#histories.set(inner, turned.history);
    this.#carryOut(turned.step);
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
    this.#carryOut(step);
  }

  #carryOut({ drawn, erased }: InkStep): void {
    const erase = erased.map(({ id }) => id);
    this.#ink = withChange(this.#ink, { is: 'made', drawn, erased: erase });
    this.#show();
    this.#options.send({ add: drawn.map((stroke) => this.#toSend(stroke)), erase });
  }

  /** Whose it is and when it was made, the server says; a stroke that comes back stays its author's. */
  #toSend({ author: _author, createdAt: _createdAt, ...stroke }: Stroke): NewStroke {
    const restores = this.#restored.get(stroke.id);
    return restores === undefined ? stroke : { ...stroke, restores };
  }

  #show(): void {
    const strokes = visibleStrokes(this.#ink);
    this.#ids = new Set(strokes.map(({ id }) => id));
    this.#state = { strokes, lock: this.#obstacle ?? (strokes.length >= INK_STROKES_MAX ? 'full' : null) };
    for (const listener of this.#listeners) listener();
  }
}
