/** Distance in CSS pixels within which two clicks are at the same place. */
const SAME_PLACE = 8;

/**
 * Ignores the second click of a double click if the first one has replaced what was under the pointer: a user who double-clicks
 * "Create link" must not also press the button that appears in its place.
 */
export function ignoreStraySecondClicks(root: Document): void {
  let before: { readonly target: Node; readonly x: number; readonly y: number } | null = null;
  const listen = (event: MouseEvent): void => {
    const { target, clientX: x, clientY: y, detail } = event;
    const isStray =
      detail > 1 && before !== null && !before.target.isConnected && Math.hypot(x - before.x, y - before.y) < SAME_PLACE;
    if (isStray) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (target instanceof Node) before = { target, x, y };
  };
  // React listens further down, so this comes first.
  root.addEventListener('click', listen, { capture: true });
}
