import type { InkPoint, Stroke } from '#shared/ink.ts';
import type { DrawnForm } from '#web/ink/sheets/ink-sheet.ts';
import type { InkChoice } from '#web/ink/toolbar/ink-tools.ts';

/** Handles one pointer from down to up. */
export interface Gesture {
  move: (event: PointerEvent) => void;
  end: () => void;
  cancel: () => void;
}

/** What a gesture knows about the slide and can do to it. */
export interface GestureTarget {
  readonly choice: InkChoice;
  /** Slide units per 1280th of the slide. */
  readonly unit: number;
  /** Slide units per CSS pixel. */
  readonly pixel: number;
  readonly toSlide: (event: PointerEvent) => readonly [number, number];
  readonly strokes: readonly Stroke[];
  readonly mayErase: (stroke: Stroke) => boolean;
  /** Shows the stroke that is being drawn. Null removes it: it is cancelled, unless `draw` was called for it before. */
  readonly preview: (form: DrawnForm | null) => void;
  readonly draw: (form: DrawnForm) => void;
  readonly write: (at: InkPoint) => void;
  /** Marks the strokes that will be erased when the pointer is lifted. */
  readonly erasing: (ids: ReadonlySet<string>) => void;
  readonly erase: (strokes: readonly Stroke[]) => void;
  /** Called when the eraser touches a stroke that the user may not erase. */
  readonly meet: (stroke: Stroke, event: PointerEvent) => void;
}
