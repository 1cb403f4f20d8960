import { type RefCallback, useEffect, useEffectEvent, useState } from 'react';

/**
 * Calls `onChange` when the element enters or leaves the view; `margin` extends the view, as in CSS. The element may be mounted
 * later and may change.
 */
export function useInView(onChange: (inView: boolean) => void, margin = '0px'): RefCallback<Element> {
  const [target, setTarget] = useState<Element | null>(null);
  const report = useEffectEvent(onChange);

  useEffect(() => {
    if (target === null) return;
    const observer = new IntersectionObserver(([entry]) => report(entry?.isIntersecting ?? false), { rootMargin: margin });
    observer.observe(target);
    return () => observer.disconnect();
  }, [target, margin]);

  return setTarget;
}
