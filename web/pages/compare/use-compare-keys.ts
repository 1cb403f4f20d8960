import { type RefObject, useEffect, useEffectEvent } from 'react';
import { COMPARE_VIEWS, type CompareView } from '#web/versions/comparison/compare-view.ts';

interface CompareKeys {
  /** What contains the changes. */
  list: RefObject<HTMLElement | null>;
  view: CompareView;
  setView: (view: CompareView) => void;
  /** Shows the other version in the blink view. */
  turn: () => void;
}

/** N and P go to the next and previous change, V to the next view, B to the other version in the blink view. */
export function useCompareKeys({ list, view, setView, turn }: CompareKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isTyped =
      event.target instanceof Element && event.target.closest('input[type="text"], textarea, select, [role="dialog"]');
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 'n') goToChange(list.current, 1);
    else if (key === 'p') goToChange(list.current, -1);
    else if (key === 'v') setView(COMPARE_VIEWS[(COMPARE_VIEWS.indexOf(view) + 1) % COMPARE_VIEWS.length] ?? 'side');
    else if (key === 'b' && view === 'blink') turn();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/** Pixels between the bar and the heading below it. */
const SPACE_ABOVE = 16;

/** Moves the focus to the heading of the next or previous change, seen from where the focus or the window is. */
export function goToChange(list: HTMLElement | null, by: 1 | -1): void {
  const headings = [...(list?.querySelectorAll<HTMLElement>('[data-change]') ?? [])];
  const current = headings.findLastIndex((heading) => {
    const section = heading.parentElement;
    return section !== null && section.contains(document.activeElement);
  });
  // The bar covers the top of the window. Its rows depend on the width of the window and on the view.
  const top = (list?.querySelector<HTMLElement>('[data-bar]')?.offsetHeight ?? 0) + SPACE_ABOVE;
  const topOf = (heading: HTMLElement) => heading.getBoundingClientRect().top;
  // Positions can be fractions of a pixel.
  const seen = current === -1 ? headings.findLastIndex((heading) => topOf(heading) < top + 1) : current;
  const next = headings[Math.max(0, Math.min(headings.length - 1, seen + by))];
  next?.focus({ preventScroll: true });
  if (next !== undefined) scrollBy({ top: topOf(next) - top });
}
