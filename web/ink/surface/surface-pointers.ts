import { type GestureActions, StageGestures } from '#web/stage/view/stage-gestures.ts';
import type { Gesture } from './gesture-target.ts';
import { isPenUsed, notePen, purposeOf } from './pointers.ts';

export interface SurfaceActions {
  /** Handles fingers that move the slide. */
  readonly moves: GestureActions;
  /** Whether this surface handles the pointer at all. */
  readonly admit: (event: PointerEvent) => boolean;
  /** Starts a gesture; null if nothing can be drawn here now. */
  readonly begin: (event: PointerEvent) => Gesture | null;
  /** Called when a pointer moves over the surface without drawing. */
  readonly hover: (event: PointerEvent) => void;
  /** Called with true when a pointer starts to draw or erase, with false when it ends. */
  readonly onDrawing: (drawing: boolean) => void;
}

/** Decides which pointer draws (one at a time) and which pointers move the slide. */
export class SurfacePointers {
  readonly #actions: SurfaceActions;
  readonly #gestures: StageGestures;
  /** Fingers that move the slide. */
  readonly #fingers = new Map<number, PointerEvent>();
  #drawing: { last: PointerEvent; readonly gesture: Gesture } | null = null;

  constructor(actions: SurfaceActions) {
    this.#actions = actions;
    this.#gestures = new StageGestures(actions.moves);
  }

  /** Handles a pointerdown; returns whether the surface uses the pointer. */
  down(event: PointerEvent): boolean {
    const { pointerType, button } = event;
    if (!this.#actions.admit(event)) return false;
    if (pointerType === 'pen') notePen();
    const finger = this.#drawing?.last.pointerType === 'touch';
    // The hand touched the screen before the pen.
    if (pointerType === 'pen' && finger) this.#finish('cancel');
    // The hand rests on the screen while the pen draws.
    if (pointerType === 'touch' && this.#drawing !== null && !finger) return false;
    const use = purposeOf({ pointerType, button, penIsUsed: isPenUsed(), fingers: this.#fingers.size + (finger ? 1 : 0) });
    if (use === 'draw') return this.#draw(event);
    if (use === 'move') this.#move(event);
    return use === 'move';
  }

  move(event: PointerEvent): void {
    // A hovering pen counts as used, because it is about to draw.
    if (event.pointerType === 'pen') notePen();
    if (this.#fingers.has(event.pointerId)) return this.#gestures.move(event);
    if (this.#drawing === null || !this.#draws(event)) return this.#actions.hover(event);
    this.#drawing.last = event;
    this.#drawing.gesture.move(event);
  }

  up(event: PointerEvent): void {
    if (this.#draws(event)) return this.#finish('end');
    if (this.#fingers.delete(event.pointerId)) this.#gestures.up(event);
  }

  cancel(event: PointerEvent): void {
    if (this.#draws(event)) return this.#finish('cancel');
    if (this.#fingers.delete(event.pointerId)) this.#gestures.cancel(event);
  }

  /** Finishes the current stroke because the surface is removed. */
  end(): void {
    this.#drawing?.gesture.end();
    this.#drawing = null;
  }

  #draws({ pointerId }: PointerEvent): boolean {
    return this.#drawing?.last.pointerId === pointerId;
  }

  #draw(event: PointerEvent): boolean {
    if (this.#drawing !== null) return false;
    for (const finger of this.#fingers.values()) this.#gestures.cancel(finger);
    this.#fingers.clear();
    const gesture = this.#actions.begin(event);
    if (gesture === null) return false;
    this.#drawing = { last: event, gesture };
    this.#actions.onDrawing(true);
    return true;
  }

  #move(event: PointerEvent): void {
    // A second finger means that the first one was not meant to draw.
    const first = this.#drawing?.last;
    this.#finish('cancel');
    for (const finger of first === undefined ? [event] : [first, event]) {
      this.#fingers.set(finger.pointerId, finger);
      this.#gestures.down(finger);
    }
  }

  #finish(how: 'end' | 'cancel'): void {
    if (this.#drawing === null) return;
    const { gesture } = this.#drawing;
    this.#drawing = null;
    gesture[how]();
    this.#actions.onDrawing(false);
  }
}
