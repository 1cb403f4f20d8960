import type { Direction } from '#web/protocol/messages.ts';

/** A place on the screen: a frame is scaled, and while somebody pinches, its own pixels change under the fingers. */
export interface ScreenPoint {
  readonly screenX: number;
  readonly screenY: number;
}

const SWIPE_MIN_PX = 40;
const SWIPE_MAX_MS = 800;

/** A quick way across: to the left for what comes next. */
export function swipeOf(from: ScreenPoint, to: ScreenPoint, durationMs: number): Direction | null {
  const across = to.screenX - from.screenX;
  const along = to.screenY - from.screenY;
  if (durationMs > SWIPE_MAX_MS || Math.abs(across) < SWIPE_MIN_PX || Math.abs(across) < 2 * Math.abs(along)) return null;
  return across < 0 ? 'next' : 'previous';
}

export function distance(a: ScreenPoint, b: ScreenPoint): number {
  return Math.hypot(a.screenX - b.screenX, a.screenY - b.screenY);
}

/** A touchpad tells a pinch this finely; a notch of a mouse's wheel is many times as much and would throw the slide at people. */
const PINCH_PER_PX = 0.01;
const NOTCH_MAX_PX = 25;
const LINE_PX = 16;

/** How many times closer a wheel with Ctrl held, or a pinch on a touchpad, brings what is under it. */
export function wheelZoom({ deltaY, deltaMode }: Pick<WheelEvent, 'deltaY' | 'deltaMode'>): number {
  // 0: in pixels; by lines or pages it comes from wheels alone.
  const pixels = deltaMode === 0 ? deltaY : deltaY * LINE_PX;
  return Math.exp(-Math.max(-NOTCH_MAX_PX, Math.min(pixels, NOTCH_MAX_PX)) * PINCH_PER_PX);
}
