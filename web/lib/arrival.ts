/** Waits for the heading of the page that one is on the way to. */
let watch: MutationObserver | undefined;

/** Whether two addresses are different pages: the slides of a deck are one. */
function isAnotherPage(from: string, to: string): boolean {
  const [before, after] = [from, to].map((path) => path.replace(/^(\/decks\/[^/]+)\/\d+$/, '$1'));
  return before !== after;
}

/**
 * Takes the focus to the heading of another page as soon as that is there. It would stay with a link that is gone, and whoever
 * does not see the page would not hear that it is another.
 *
 * @param from where one is, as a path; undefined: the browser has only just opened the application, and says so itself
 */
export function setOut(from: string | undefined, to: string): void {
  if (from === undefined || !isAnotherPage(from, to)) return;
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
