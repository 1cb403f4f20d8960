import { useEffect, useRef, useState } from 'react';

/** A pen that is held over the screen reports all the time; after this silence it is gone. */
const GONE_MS = 1500;

/** Whether a pen is near the slide, the call that says so, and the one that says that it is not. */
export function usePenNear(): [boolean, () => void, () => void] {
  const [near, setNear] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const gone = (): void => {
    clearTimeout(timer.current);
    setNear(false);
  };
  const come = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setNear(false), GONE_MS);
    setNear(true);
  };
  return [near, come, gone];
}
