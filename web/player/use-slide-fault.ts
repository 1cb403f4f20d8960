import { useEffect, useState } from 'react';

export type SlideFault = 'offline' | 'gone';

/** A loaded document normally reports at once; after this time we check why it has not. */
const SILENCE_MS = 1500;

/** Why the current slide is missing, if the frame shows a browser error page. */
export function useSlideFault(src: string, isLoaded: boolean, hasReported: boolean): SlideFault | null {
  const [found, setFound] = useState<{ src: string; fault: SlideFault } | null>(null);
  const isSilent = isLoaded && !hasReported;

  useEffect(() => {
    if (!isSilent) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void faultOf(src, stop.signal).then((fault) => setFound(fault === null || stop.signal.aborted ? null : { src, fault }));
    }, SILENCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [src, isSilent]);

  return isSilent && found?.src === src ? found.fault : null;
}

/** Null if the document exists; some documents never report. */
async function faultOf(src: string, signal: AbortSignal): Promise<SlideFault | null> {
  // Cross-origin requests are not possible, and decks may be served from another origin.
  if (new URL(src).origin !== location.origin) return navigator.onLine ? null : 'offline';
  try {
    const { ok } = await fetch(src, { method: 'HEAD', signal });
    return ok ? null : 'gone';
  } catch {
    return 'offline';
  }
}
