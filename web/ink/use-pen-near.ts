import { useEffect, useRef, useState } from 'react';

/** A pen that is held over the screen reports all the time; after this silence it is gone. */
const GONE_MS = 1500;
/** A pen that has touched the slide may be one that does not report while it is held: it is expected again for so long. */
const TOUCHED_MS = 10_000;

/** Whether a pen is near the slide, the call that says so (`down`: it has touched it), and the one that says that it is not. */
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
