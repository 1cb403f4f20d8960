import { useEffect, useState } from 'react';

export type SlideFault = 'offline' | 'gone';

/** A document that has loaded speaks at once; after this long it is asked why it does not. */
const SILENCE_MS = 1500;

/** Why the slide on the stage is not there, when a browser's error page stands in its place. */
export function useSlideFault(src: string, isLoaded: boolean, heard: boolean): SlideFault | null {
  const [found, setFound] = useState<{ src: string; fault: SlideFault } | null>(null);
  const isSilent = isLoaded && !heard;

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

/** Null: it is there, and only does not speak; there are such documents. */
async function faultOf(src: string, signal: AbortSignal): Promise<SlideFault | null> {
  // The application may ask nothing of another address, which decks may have.
  if (new URL(src).origin !== location.origin) return navigator.onLine ? null : 'offline';
  try {
    const { ok } = await fetch(src, { method: 'HEAD', signal });
    return ok ? null : 'gone';
  } catch {
    return 'offline';
  }
}
