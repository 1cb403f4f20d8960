import { useEffect } from 'react';

/** Keeps the screen on while `wanted`. Browsers without it (and plain http) let the screen go dark as usual. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || navigator.wakeLock === undefined) return;
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const take = async () => {
      if (document.visibilityState !== 'visible' || (lock !== null && !lock.released)) return;
      // Refused when the battery is low.
      lock = await navigator.wakeLock.request('screen').catch(() => null);
      if (over) await lock?.release();
    };
    const takeAgain = () => void take();
    takeAgain();
    // A page that was hidden has lost it.
    document.addEventListener('visibilitychange', takeAgain);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', takeAgain);
      void lock?.release();
    };
  }, [wanted]);
}
