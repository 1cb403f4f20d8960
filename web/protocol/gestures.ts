import type { Direction } from './messages.ts';

/** A point in screen pixels. Frame coordinates do not work here: the frame is scaled, and its scale changes during a pinch. */
export interface ScreenPoint {
  readonly screenX: number;
  readonly screenY: number;
}

const SWIPE_MIN_PX = 40;
const SWIPE_MAX_MS = 800;

/** The direction of a fast horizontal swipe (left means next), or null if the movement is too slow, too short or too vertical. */
export function swipeOf(from: ScreenPoint, to: ScreenPoint, durationMs: number): Direction | null {
  const across = to.screenX - from.screenX;
  const along = to.screenY - from.screenY;
  if (durationMs > SWIPE_MAX_MS || Math.abs(across) < SWIPE_MIN_PX || Math.abs(across) < 2 * Math.abs(along)) return null;
  return across < 0 ? 'next' : 'previous';
}

/** The distance of two points in screen pixels. */
export function distance(a: ScreenPoint, b: ScreenPoint): number {
  return Math.hypot(a.screenX - b.screenX, a.screenY - b.screenY);
}

/** Zoom per pixel of a touchpad pinch. A mouse wheel notch reports many times as much, so it is capped. */
const PINCH_PER_PX = 0.01;
const NOTCH_MAX_PX = 25;
const LINE_PX = 16;

/** The zoom factor of one wheel event with Ctrl held; browsers report touchpad pinches the same way. */
export function wheelZoom({ deltaY, deltaMode }: Pick<WheelEvent, 'deltaY' | 'deltaMode'>): number {
  // deltaMode 0 is pixels; only mouse wheels report lines or pages.
  const pixels = deltaMode === 0 ? deltaY : deltaY * LINE_PX;
  return Math.exp(-Math.max(-NOTCH_MAX_PX, Math.min(pixels, NOTCH_MAX_PX)) * PINCH_PER_PX);
}
