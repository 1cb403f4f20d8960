/** The current or next page. All slides of a deck are one page. */
let page = '';
/** Waits for the heading of the next page. */
let watch: MutationObserver | undefined;

/**
 * Moves the focus to the heading of a new page as soon as it is rendered. Otherwise the focus would stay on a removed link, and
 * screen readers would not announce the new page.
 *
 * @param from the previous path; undefined on the first load, which the browser announces itself
 */
export function focusNewHeading(from: string | undefined, to: string): void {
  const before = page;
  page = to.replace(/^(\/decks\/[^/]+)\/\d+$/, '$1');
  if (from === undefined || page === before) return;
  watch?.disconnect();
  const left = document.querySelector('h1');
  watch = new MutationObserver(() => {
    const heading = document.querySelector('h1');
    if (heading === null || heading === left) return;
    watch?.disconnect();
    // Keep the focus if the page or a dialog has set it.
    if (document.activeElement?.closest('main, dialog, [role="dialog"]')) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
  watch.observe(document.body, { childList: true, subtree: true });
}
