import { send } from './channel.ts';
import { distance } from '#web/protocol/gestures.ts';

/** Two taps within this time and distance are a double tap. */
const DOUBLE_TAP_MS = 350;
const SAME_PLACE_PX = 24;

/**
 * While the slide is zoomed, one finger pans it and a double tap resets the zoom. The player covers the frame with its own layer
 * then, but Chromium keeps sending touches to the document that was pinched until one lands elsewhere. Returns a function that
 * turns this on and off.
 */
export function forwardPans(): (isZoomed: boolean) => void {
  let isZoomed = false;
  let first: Touch | null = null;
  let last: Touch | null = null;
  let tapped = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
  /** True from the second finger until all fingers are lifted: a pinch. */
  let isPinch = false;

  const tap = ({ timeStamp }: TouchEvent, { screenX: x, screenY: y }: Touch): void => {
    const isSecond = timeStamp - tapped.at < DOUBLE_TAP_MS && Math.hypot(x - tapped.x, y - tapped.y) < SAME_PLACE_PX;
    if (isSecond) send({ lectern: 'whole' });
    tapped = { at: isSecond ? Number.NEGATIVE_INFINITY : timeStamp, x, y };
  };
  const take = (event: TouchEvent): void => {
    const [touch = null] = event.touches;
    const wasPinch = isPinch;
    isPinch = touch !== null && (isPinch || event.touches.length > 1);
    if (!isZoomed || isPinch || wasPinch) {
      last = null;
      return;
    }
    event.stopImmediatePropagation();
    event.preventDefault();
    if (event.type === 'touchstart') first = touch;
    if (event.type === 'touchmove' && touch !== null && last !== null)
      send({ lectern: 'pan', x: touch.screenX - last.screenX, y: touch.screenY - last.screenY });
    if (event.type === 'touchend' && first !== null && last !== null && distance(first, last) < SAME_PLACE_PX) tap(event, first);
    last = touch;
  };
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
    addEventListener(type, take, { capture: true, passive: false });
  return (zoomed) => {
    isZoomed = zoomed;
  };
}
