import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** Calls back whenever the element comes into view or leaves it; `margin` widens the view, as in CSS. */
export function useInView<Target extends Element>(onChange: (inView: boolean) => void, margin = '0px'): RefObject<Target | null> {
  const target = useRef<Target>(null);
  const report = useEffectEvent(onChange);

  useEffect(() => {
    const element = target.current;
    if (element === null) return;
    const observer = new IntersectionObserver(([entry]) => report(entry?.isIntersecting ?? false), { rootMargin: margin });
    observer.observe(element);
    return () => observer.disconnect();
  }, [margin]);

  return target;
}
