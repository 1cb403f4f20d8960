import { useEffect, useState } from 'react';
import { serverNow } from '#web/talks/clock/server-time.ts';

/** The server's time in ms, updated five times a second so that seconds change evenly. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 200);
    return () => clearInterval(timer);
  }, []);
  return now;
}
