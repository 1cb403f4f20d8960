import { type RefCallback, useCallback } from 'react';

/**
 * For list items that may be removed while they have the focus: the focus moves to the next item, or to the page content, so that
 * keyboard users keep their place.
 */
export function useFocusHandover(): RefCallback<HTMLElement> {
  return useCallback((item: HTMLElement | null) => {
    if (item === null) return;
    // React calls this while the item is still in the DOM.
    return () => {
      if (!item.contains(document.activeElement)) return;
      const neighbour = item.nextElementSibling ?? item.previousElementSibling;
      const target = neighbour?.querySelector<HTMLElement>('a, button') ?? item.closest<HTMLElement>('main');
      target?.focus();
    };
  }, []);
}
