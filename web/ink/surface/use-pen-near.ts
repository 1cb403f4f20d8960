import { useEffect, useRef, useState } from 'react';

/** A hovering pen reports all the time; without reports for this long it is gone. */
const GONE_MS = 1500;
/** Some pens do not report while hovering. After a touch, a pen is expected for this long. */
const TOUCHED_MS = 10_000;

/**
 * Whether a pen is near the slide, a function that records a pen (`down`: it touched the slide), and one that records that it is
 * gone.
 */
export function usePenNear(): [boolean, (down?: boolean) => void, () => void] {
  const [near, setNear] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const gone = (): void => {
    clearTimeout(timer.current);
    setNear(false);
  };
  const come = (down = false): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setNear(false), down ? TOUCHED_MS : GONE_MS);
    setNear(true);
  };
  return [near, come, gone];
}
