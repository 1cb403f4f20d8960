import { useEffect } from 'react';

/** Keeps the screen on while `wanted`. Has no effect in browsers without wake locks and on plain http. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || navigator.wakeLock === undefined) return;
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const take = async () => {
      if (document.visibilityState !== 'visible' || (lock !== null && !lock.released)) return;
      // Refused if the battery is low.
      lock = await navigator.wakeLock.request('screen').catch(() => null);
      if (over) await lock?.release();
    };
    const takeAgain = () => void take();
    takeAgain();
    // A hidden page loses the lock.
    document.addEventListener('visibilitychange', takeAgain);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', takeAgain);
      void lock?.release();
    };
  }, [wanted]);
}
