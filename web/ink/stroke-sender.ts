import { INK_LIVE_POINTS_MAX } from '#shared/limits.ts';
import type { UnfinishedStroke } from '#shared/live.ts';
import { LatestSender } from '#web/lib/latest-sender.ts';
import type { DrawnForm, Inner } from './sheets/ink-sheet.ts';
import { newStrokeId } from './sheets/stroke-id.ts';

/** The shortest time between two states of a stroke. */
const INTERVAL_MS = 100;

/** Shows the strokes that are drawn in this window to others while they are drawn. */
export class StrokeSender {
  readonly #sender: LatestSender<{ readonly id: string; readonly form: DrawnForm }>;
  #id: string | null = null;

  constructor(inner: Inner, send: (stroke: UnfinishedStroke | null) => Promise<unknown>) {
    this.#sender = new LatestSender({
      send: (stroke) => send(stroke && unfinished(stroke.form, stroke.id, inner)),
      intervalMs: INTERVAL_MS,
    });
  }

  /** @param form null: the stroke is cancelled, unless `finish` was called for it */
  show(form: DrawnForm | null): void {
    if (form !== null) {
      this.#id ??= newStrokeId();
      this.#sender.set({ id: this.#id, form });
    } else if (this.#id !== null) {
      this.#id = null;
      this.#sender.set(null);
    }
  }

  /** The stroke is finished, and others receive it as a part of the drawing. @returns the id with which it must be stored */
  finish(): string {
    const id = this.#id ?? newStrokeId();
    this.#id = null;
    this.#sender.stop();
    return id;
  }
}

/** A stroke as others see it while it is drawn: a long one with fewer points, always with its end. */
export function unfinished({ tool, color, width, points }: DrawnForm, id: string, inner: Inner): UnfinishedStroke {
  const every = Math.ceil(points.length / (INK_LIVE_POINTS_MAX - 1));
  const kept = points.filter((_, at) => at % every === 0 || at === points.length - 1);
  return { id, tool, color, width, points: kept.map(([x, y]) => [x, y]), ...(inner !== undefined && { inner }) };
}
