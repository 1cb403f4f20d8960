import { type RefCallback, useCallback, useState } from 'react';

interface Size {
  width: number;
  height: number;
}

/** The element's content size in CSS pixels, updated on every change. */
export function useElementSize<Target extends Element>(): [RefCallback<Target>, Size] {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const measure = useCallback((element: Target | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => entry !== undefined && setSize(entry.contentRect));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [measure, size];
}
