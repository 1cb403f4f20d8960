/**
 * Lets the deck replace its history entry instead of adding one for every slide, so that the browser's back button does not have to
 * go through all of them.
 */
export function keepHistoryShort(): void {
  if (Object.hasOwn(history, 'pushState')) return;
  history.pushState = history.replaceState.bind(history);
}
