import { type RefObject, useEffect, useRef } from 'react';

/**
 * Whether this window speaks for its browser in this talk: one of those that show it does, and when that one closes, the
 * next. Null where browsers know no locks (plain http).
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
    // Aborted while it waits for its turn: it has left.
    void navigator.locks.request(`lectern-talk-${talkId}`, { signal: leave.signal }, hold).catch(() => undefined);
    return () => {
      leave.abort();
      holds.current = null;
    };
  }, [talkId]);
  return holds;
}
