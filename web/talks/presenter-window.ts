/** The address of the presenter view, which also works in a tab of its own. */
export function presenterViewUrl(deckId: string): string {
  return `/decks/${encodeURIComponent(deckId)}/present`;
}

/**
 * Opens the presenter view in its own window, or brings an open one to the front. Returns false if the browser blocked the popup.
 * Opening it must not end the fullscreen mode of this window.
 */
export function openPresenterWindow(deckId: string): boolean {
  const { availWidth, availHeight } = screen;
  const size = `width=${Math.min(1280, availWidth)},height=${Math.min(800, availHeight)}`;
  return window.open(presenterViewUrl(deckId), `lectern-presenter-${deckId}`, `popup,${size}`) !== null;
}
