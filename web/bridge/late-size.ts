/**
 * Tells the deck its size where it has begun without one. A frame in a process of its own hears from the page how large it
 * is, and while that page is busy the scripts of a deck already run, in a window of no size; the browser keeps the first
 * `resize` to itself. Decks that scale themselves would stay at nothing.
 */
export function tellLateSize(): void {
  if (!hasNoSize()) return;
  const look = (): void => void (hasNoSize() ? requestAnimationFrame(look) : dispatchEvent(new Event('resize')));
  requestAnimationFrame(look);
}

function hasNoSize(): boolean {
  return innerWidth === 0 || innerHeight === 0;
}
