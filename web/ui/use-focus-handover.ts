import { type RefCallback, useCallback } from 'react';

/**
 * For an item of a list that may go away while it has the focus: its neighbour takes it over, or else the page's
 * content, so that somebody at the keyboard goes on where they were.
 */
export function useFocusHandover(): RefCallback<HTMLElement> {
  return useCallback((item: HTMLElement | null) => {
    if (item === null) return;
    // React calls this while the item still stands in the page.
    return () => {
      if (!item.contains(document.activeElement)) return;
      const neighbour = item.nextElementSibling ?? item.previousElementSibling;
      const target = neighbour?.querySelector<HTMLElement>('a, button') ?? item.closest<HTMLElement>('main');
      target?.focus();
    };
  }, []);
}
