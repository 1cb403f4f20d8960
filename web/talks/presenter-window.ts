/** The presenter view's own address; it works in any tab, also alone. */
export function presenterViewUrl(deckId: string): string {
  return `/decks/${encodeURIComponent(deckId)}/present`;
}

/**
 * Opens the presenter view in a window of its own; a second time it comes to the front. False: the browser has blocked
 * it. No other window is made to lose or take anything: one in fullscreen stays so.
 */
export function openPresenterWindow(deckId: string): boolean {
  const { availWidth, availHeight } = screen;
  const size = `width=${Math.min(1280, availWidth)},height=${Math.min(800, availHeight)}`;
  return window.open(presenterViewUrl(deckId), `lectern-presenter-${deckId}`, `popup,${size}`) !== null;
}
