import { swipeOf } from '#web/protocol/gestures.ts';
import type { Direction } from '#web/protocol/messages.ts';
import type { Point } from './zoom.ts';

/** The fields of a pointer event that gestures need. */
type Pointer = Pick<PointerEvent, 'pointerId' | 'pointerType' | 'screenX' | 'screenY' | 'clientX' | 'clientY' | 'timeStamp'>;

export interface GestureActions {
  swipe: (direction: Direction) => void;
  /** `at` is in window coordinates. */
  zoomBy: (by: number, at: Point) => void;
  panBy: (by: Point) => void;
  /** Whether one finger pans the slide instead of swiping. */
  isZoomed: () => boolean;
}

/**
 * Turns pointer events on the stage into gestures: one finger swipes, or pans a zoomed slide; two fingers zoom and pan; a mouse
 * pans a zoomed slide.
 */
export class StageGestures {
  readonly #actions: GestureActions;
  readonly #down = new Map<number, { first: Pointer; last: Pointer }>();
  /** After a second finger the gesture is no swipe any more, even if one is lifted. */
  #wasPinch = false;

  constructor(actions: GestureActions) {
    this.#actions = actions;
  }

  down(pointer: Pointer): void {
    if (pointer.pointerType === 'pen') return;
    if (this.#down.size === 0) this.#wasPinch = false;
    this.#down.set(pointer.pointerId, { first: pointer, last: pointer });
    if (this.#down.size > 1) this.#wasPinch = true;
  }

  move(pointer: Pointer): void {
    const moving = this.#down.get(pointer.pointerId);
    if (moving === undefined) return;
    const before = [...this.#down.values()].map(({ last }) => last);
    this.#down.set(pointer.pointerId, { ...moving, last: pointer });
    const after = [...this.#down.values()].map(({ last }) => last);
    if (after.length === 2) this.#pinched(before, after);
    else if (after.length === 1 && this.#actions.isZoomed()) this.#actions.panBy(between(moving.last, pointer));
  }

  up(pointer: Pointer): void {
    const ended = this.#down.get(pointer.pointerId);
    this.#down.delete(pointer.pointerId);
    if (ended === undefined || this.#wasPinch || this.#actions.isZoomed() || pointer.pointerType !== 'touch') return;
    const direction = swipeOf(ended.first, pointer, pointer.timeStamp - ended.first.timeStamp);
    if (direction !== null) this.#actions.swipe(direction);
  }

  cancel({ pointerId }: Pointer): void {
    this.#down.delete(pointerId);
  }

  #pinched([a, b]: readonly Pointer[], [c, d]: readonly Pointer[]): void {
    if (a === undefined || b === undefined || c === undefined || d === undefined) return;
    const [from, to] = [middle(a, b), middle(c, d)];
    this.#actions.panBy({ x: to.x - from.x, y: to.y - from.y });
    this.#actions.zoomBy(Math.max(1, apart(c, d)) / Math.max(1, apart(a, b)), to);
  }
}

const between = (a: Pointer, b: Pointer): Point => ({ x: b.clientX - a.clientX, y: b.clientY - a.clientY });
const middle = (a: Pointer, b: Pointer): Point => ({ x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 });
const apart = (a: Pointer, b: Pointer): number => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
