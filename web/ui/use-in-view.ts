import { type RefCallback, useEffect, useEffectEvent, useState } from 'react';

/**
 * Calls back whenever the element comes into view or leaves it; `margin` widens the view, as in CSS. The element may come
 * later than the component, and be another one later.
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
