/** The page that one is on, or on the way to: the slides of a deck are one. */
let page = '';
/** Waits for the heading of the page that one is on the way to. */
let watch: MutationObserver | undefined;

/**
 * Takes the focus to the heading of another page as soon as that is there. It would stay with a link that is gone, and whoever
 * does not see the page would not hear that it is another.
 *
 * @param from where one was when a page was last complete, as a path; undefined: the browser has only just opened the
 *   application, and says so itself
 */
export function setOut(from: string | undefined, to: string): void {
  const before = page;
  page = to.replace(/^(\/decks\/[^/]+)\/\d+$/, '$1');
  if (from === undefined || page === before) return;
  watch?.disconnect();
  const left = document.querySelector('h1');
  watch = new MutationObserver(() => {
    const heading = document.querySelector('h1');
    if (heading === null || heading === left) return;
    watch?.disconnect();
    // Where the page, or a dialog, has taken the focus it stays.
    if (document.activeElement?.closest('main, dialog, [role="dialog"]')) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
  watch.observe(document.body, { childList: true, subtree: true });
}
