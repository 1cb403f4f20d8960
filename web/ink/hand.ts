import type { InkPoint, Stroke } from '#shared/ink.ts';
import type { DrawnForm } from './ink-sheet.ts';
import type { InkChoice } from './ink-tools.ts';

/** What a pointer does between going down and going up. */
export interface Gesture {
  move: (event: PointerEvent) => void;
  end: () => void;
  cancel: () => void;
}

/** What gestures know of the slide and do to it. */
export interface Hand {
  readonly choice: InkChoice;
  /** Slide units in a 1280th of the slide, and on the screen in a CSS pixel. */
  readonly unit: number;
  readonly pixel: number;
  readonly toSlide: (event: PointerEvent) => readonly [number, number];
  readonly strokes: readonly Stroke[];
  readonly mayErase: (stroke: Stroke) => boolean;
  /** The ink that is under the pen, before it is a stroke; null: none. */
  readonly preview: (form: DrawnForm | null) => void;
  readonly draw: (form: DrawnForm) => void;
  readonly write: (at: InkPoint) => void;
  /** Strokes that go when the pointer does. */
  readonly erasing: (ids: ReadonlySet<string>) => void;
  readonly erase: (strokes: readonly Stroke[]) => void;
  /** Met a stroke that is not this person's to erase. */
  readonly meet: (stroke: Stroke, event: PointerEvent) => void;
}
