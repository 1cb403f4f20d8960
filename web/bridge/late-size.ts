/**
 * Sends the deck a `resize` event if its scripts started while the frame had no size. A frame in its own process learns its size
 * from the page; while the page is busy, the deck's scripts already run with a zero-sized window, and the browser does not fire
 * the first `resize`. Decks that scale themselves would stay at zero.
 */
export function sendLateResize(): void {
  if (!hasNoSize()) return;
  const check = (): void => void (hasNoSize() ? requestAnimationFrame(check) : dispatchEvent(new Event('resize')));
  requestAnimationFrame(check);
}

function hasNoSize(): boolean {
  return innerWidth === 0 || innerHeight === 0;
}
