/** The event with which browsers report the element that a scroller has snapped to. Those without it never send one. */
interface SnapChange extends Event {
  readonly snapTargetBlock?: Element | null;
  readonly snapTargetInline?: Element | null;
}

/**
 * Scrolls back to the element that the browser says it has snapped to, if it is not shown there. Chromium 156 sometimes scrolls a frame back
 * to its start when the page around it opens a dialog, and still names the element. A scroll by the user, or by the deck, is never undone:
 * the browser snaps to another element then, or to none, and says so before the scroll ends.
 */
export function stayWhereSnapped(): void {
  const snapped = new WeakMap<EventTarget, Element | null>();
  const snapChanged = (event: SnapChange): void => {
    if (event.target !== null) snapped.set(event.target, event.snapTargetBlock ?? event.snapTargetInline ?? null);
  };
  addEventListener('scrollsnapchange', snapChanged, { capture: true });
  addEventListener(
    'scrollend',
    ({ target }) => {
      const element = target === null ? null : snapped.get(target);
      const scroller = target === document ? document.scrollingElement : target;
      if (element == null || !(scroller instanceof Element) || getComputedStyle(scroller).scrollSnapType === 'none') return;
      if (!isShownIn(element, scroller)) element.scrollIntoView({ behavior: 'instant' });
    },
    { capture: true },
  );
}

function isShownIn(element: Element, scroller: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const box =
    scroller === document.scrollingElement
      ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
      : scroller.getBoundingClientRect();
  return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
}
