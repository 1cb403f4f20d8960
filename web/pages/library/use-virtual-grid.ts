import { type CSSProperties, type RefCallback, useCallback, useEffect, useLayoutEffect, useState } from 'react';

/** The measures of a grid, in CSS pixels. */
interface Measures {
  readonly columns: number;
  readonly columnWidth: number;
  readonly columnGap: number;
  /** From the top of a row to the top of the next one. */
  readonly rowStep: number;
  readonly rowGap: number;
  readonly paddingTop: number;
}

/** Rows from `first` up to and without `end`. */
interface Rows {
  readonly first: number;
  readonly end: number;
}

export interface VirtualGrid {
  readonly grid: RefCallback<HTMLElement>;
  /** The indexes of the items to render, in order. */
  readonly indexes: readonly number[];
  /** Makes the grid as high as all its items. */
  readonly style: CSSProperties;
  /** The place of an item. */
  readonly styleOf: (index: number) => CSSProperties;
}

/** How far beyond the visible area items are rendered. */
const MARGIN_PX = 900;
/** The height of an item under its picture, until one has been measured. */
const FOOT_ESTIMATE_PX = 88;

/**
 * Renders only the items of a grid that are in view or near it, however many there are. All items must have the same height. The tracks and
 * gaps are those of the element's own CSS grid; it must be positioned. The item with the focus stays rendered.
 *
 * @param count the number of items
 */
export function useVirtualGrid(count: number): VirtualGrid {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [measures, setMeasures] = useState<Measures | null>(null);
  const [rows, setRows] = useState<Rows>({ first: 0, end: 1 });
  const [focused, setFocused] = useState<number | null>(null);
  const isEmpty = count === 0;
  const grid = useCallback((node: HTMLElement | null) => setElement(node), []);

  useLayoutEffect(() => {
    // Without items there is nothing to measure.
    if (element === null || isEmpty) return;
    const measure = (): void => setMeasures((before) => sameOrNew(before, measuresOf(element)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const [item] = element.children;
    if (item !== undefined) observer.observe(item);
    return () => observer.disconnect();
  }, [element, isEmpty]);

  useLayoutEffect(() => {
    if (element === null || measures === null) return;
    const look = (): void => {
      const top = element.getBoundingClientRect().top + measures.paddingTop;
      const first = Math.max(0, Math.floor((-top - MARGIN_PX) / measures.rowStep));
      const end = Math.max(first + 1, Math.ceil((innerHeight - top + MARGIN_PX) / measures.rowStep));
      setRows((before) => (before.first === first && before.end === end ? before : { first, end }));
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [element, measures]);

  useEffect(() => {
    if (element === null) return;
    const onFocus = ({ target }: FocusEvent): void => {
      const item = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
      setFocused(item?.dataset['index'] === undefined ? null : Number(item.dataset['index']));
    };
    const onBlur = (): void => setFocused(null);
    element.addEventListener('focusin', onFocus);
    element.addEventListener('focusout', onBlur);
    return () => {
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('focusout', onBlur);
    };
  }, [element]);

  // Until it is measured, one item is enough to measure.
  const columns = measures?.columns ?? 1;
  const first = Math.min(rows.first * columns, count);
  const end = Math.min(rows.end * columns, count);
  const indexes = Array.from({ length: end - first }, (_, nth) => first + nth);
  if (focused !== null && focused < first) indexes.unshift(focused);
  if (focused !== null && focused >= end && focused < count) indexes.push(focused);

  return {
    grid,
    indexes,
    style:
      measures === null ? {} : { height: measures.paddingTop + Math.ceil(count / columns) * measures.rowStep - measures.rowGap },
    styleOf: (index) => (measures === null ? {} : placeOf(index, measures)),
  };
}

function placeOf(index: number, { columns, columnWidth, columnGap, rowStep, paddingTop }: Measures): CSSProperties {
  return {
    position: 'absolute',
    insetBlockStart: paddingTop + Math.floor(index / columns) * rowStep,
    insetInlineStart: (index % columns) * (columnWidth + columnGap),
    width: columnWidth,
  };
}

function measuresOf(element: HTMLElement): Measures {
  const style = getComputedStyle(element);
  const tracks = style.gridTemplateColumns.split(' ').map(Number.parseFloat);
  const columnWidth = tracks[0] ?? element.clientWidth;
  const rowGap = Number.parseFloat(style.rowGap);
  const [item] = element.children;
  const height = item === undefined ? (columnWidth * 9) / 16 + FOOT_ESTIMATE_PX : item.getBoundingClientRect().height;
  return {
    columns: tracks.length,
    columnWidth,
    columnGap: Number.parseFloat(style.columnGap),
    rowStep: height + rowGap,
    rowGap,
    paddingTop: Number.parseFloat(style.paddingTop),
  };
}

function sameOrNew(before: Measures | null, now: Measures): Measures {
  if (before === null) return now;
  const names = ['columns', 'columnWidth', 'columnGap', 'rowStep', 'rowGap', 'paddingTop'] as const;
  return names.every((name) => before[name] === now[name]) ? before : now;
}
