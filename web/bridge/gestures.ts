import type { Direction } from '#web/player/bridge-messages.ts';

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
