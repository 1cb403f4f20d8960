import { type RefObject, useEffect, useRef } from 'react';

/**
 * Whether this window represents its browser in this talk. One window of each browser does; when it closes, the next one takes
 * its place. The value is null if Web Locks are not available (plain http).
 */
export function useTalkLock(talkId: string | null): RefObject<boolean | null> {
  const holds = useRef<boolean | null>(null);
  useEffect(() => {
    if (talkId === null || navigator.locks === undefined) return;
    const leave = new AbortController();
    const left = new Promise<void>((resolve) => leave.signal.addEventListener('abort', () => resolve()));
    holds.current = false;
    const hold = () => {
      holds.current = true;
      return left;
    };
    // The request is aborted if the window leaves while it waits.
    void navigator.locks.request(`lectern-talk-${talkId}`, { signal: leave.signal }, hold).catch(() => undefined);
    return () => {
      leave.abort();
      holds.current = null;
    };
  }, [talkId]);
  return holds;
}
