import { useCallback, useEffect, useRef, useState } from 'react';

/** How long the controls stay visible after the last movement. */
const STAY_MS = 2600;

/** Whether there was recent input, and a function that records input. */
export function useAwake(): [boolean, () => void] {
  const [awake, setAwake] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const fallAsleep = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAwake(false), STAY_MS);
  }, []);
  const wake = useCallback(() => {
    setAwake(true);
    fallAsleep();
  }, [fallAsleep]);

  useEffect(() => {
    fallAsleep();
    return () => clearTimeout(timer.current);
  }, [fallAsleep]);

  return [awake, wake];
}
