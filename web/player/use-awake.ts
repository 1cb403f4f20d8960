import { useCallback, useEffect, useRef, useState } from 'react';

/** How long the controls stay after the last move. */
const STAY_MS = 2600;

/** Whether somebody has just moved, and the call that says that they have. */
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
