/** A tooltip of Radix closes when another one opens, which it learns from this event. */
const OPENED = 'tooltip.open';
/** Time to reach the tooltip from its button. */
const REACH_MS = 300;

let closing: ReturnType<typeof setTimeout> | undefined;

/** Closes the tooltip that is open. Returns whether there was one. */
export function closeTip(): boolean {
  keepTip();
  const isOpen = document.querySelector('.tip') !== null;
  if (isOpen) document.dispatchEvent(new CustomEvent(OPENED));
  return isOpen;
}

/**
 * Closes the tooltip in a moment, unless the pointer is on it or on a button by then. Radix waits until the pointer moves elsewhere, but
 * gets no events from inside a frame.
 */
export function closeTipSoon(): void {
  keepTip();
  closing = setTimeout(closeTip, REACH_MS);
}

/** The pointer moves on a button or its tooltip. */
export function keepTip(): void {
  clearTimeout(closing);
}
