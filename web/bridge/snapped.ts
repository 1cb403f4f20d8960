import { nextFrame } from './waiting.ts';

/** The event with which browsers report the element that a scroller has snapped to. Those without it never send one. */
interface SnapChange extends Event {
  readonly snapTargetBlock?: Element | null;
  readonly snapTargetInline?: Element | null;
}

/**
 * Scrolls back to the element that the browser says it has snapped to, if it is not shown there. Chromium 156 sometimes scrolls a frame back
 * to its start when the page around it opens a dialog, and still names the element. A scroll by the user, or by the deck, is not undone: the
 * browser names another element then, or none, at the latest in the next frame. After several scrolls in one frame Chromium names the element
 * of the first one; it is not shown when it is named, and does not count.
 */
export function stayWhereSnapped(): void {
  const snapped = new WeakMap<EventTarget, Element>();
  const snapChanged = ({ target, snapTargetBlock, snapTargetInline }: SnapChange): void => {
    const scroller = scrollerOf(target);
    if (scroller === null) return;
    const element = snapTargetBlock ?? snapTargetInline ?? null;
    if (element !== null && isShownIn(element, scroller)) snapped.set(scroller, element);
    else snapped.delete(scroller);
  };
  const elementLeftBy = (scroller: Element): Element | null => {
    const element = snapped.get(scroller);
    if (element === undefined || getComputedStyle(scroller).scrollSnapType === 'none') return null;
    return isShownIn(element, scroller) ? null : element;
  };
  const scrollEnded = ({ target }: Event): void => {
    const scroller = scrollerOf(target);
    if (scroller === null || elementLeftBy(scroller) === null) return;
    const { scrollTop, scrollLeft } = scroller;
    // The first callback still belongs to the frame of this event.
    nextFrame(() =>
      nextFrame(() => {
        if (scroller.scrollTop === scrollTop && scroller.scrollLeft === scrollLeft)
          elementLeftBy(scroller)?.scrollIntoView({ behavior: 'instant' });
      }),
    );
  };
  addEventListener('scrollsnapchange', snapChanged, { capture: true });
  addEventListener('scrollend', scrollEnded, { capture: true });
}

/** The events of the page itself are sent to its document. */
function scrollerOf(target: EventTarget | null): Element | null {
  if (target === document) return document.scrollingElement;
  return target instanceof Element ? target : null;
}

function isShownIn(element: Element, scroller: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const box =
    scroller === document.scrollingElement
      ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
      : scroller.getBoundingClientRect();
  return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
}
