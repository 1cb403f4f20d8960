import type { Direction } from '#web/protocol/messages.ts';

const OWN_TOUCHES =
  'input, textarea, select, video[controls], audio[controls], [contenteditable], [draggable="true"], [data-prevent-swipe]';

/**
 * Whether no element at `target` handles touch itself.
 * @param ours values of `touch-action` that leave this gesture to the browser; any other value means that the page handles it
 */
export function isFree(target: EventTarget | null, ours: RegExp): boolean {
  return elementsAt(target).every((element) => !element.matches(OWN_TOUCHES) && ours.test(getComputedStyle(element).touchAction));
}

/** Whether an element at `target` can scroll horizontally in this direction, so that a swipe belongs to it. */
export function canScroll(target: EventTarget | null, direction: Direction): boolean {
  return elementsAt(target).some((element) => {
    const { scrollLeft, clientWidth, scrollWidth } = element;
    if (scrollWidth <= clientWidth || !isScroller(element)) return false;
    return direction === 'next' ? scrollLeft + clientWidth < scrollWidth - 1 : scrollLeft > 1;
  });
}

const isScroller = (element: Element): boolean =>
  element === document.scrollingElement || /auto|scroll/.test(getComputedStyle(element).overflowX);

function elementsAt(target: EventTarget | null): Element[] {
  const elements: Element[] = [];
  for (let element = target instanceof Element ? target : null; element !== null; element = element.parentElement)
    elements.push(element);
  return elements;
}
