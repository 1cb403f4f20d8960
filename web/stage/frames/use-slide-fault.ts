import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { queryClient } from '#web/lib/query-client.ts';
import { trpc } from '#web/lib/trpc.ts';

export type SlideFault = 'offline' | 'gone';

/** A loaded document normally reports at once; after this time we check why it has not. */
const SILENCE_MS = 1500;

interface SlideState {
  readonly src: string;
  readonly isLoaded: boolean;
  readonly hasReported: boolean;
}

/**
 * Why the current slide is missing, if the frame shows a browser error page. A slide that the server refuses is first loaded a second
 * time, after the deck's address has been requested again: an address only works in networks from which it was requested, and this
 * device may have changed its network.
 */
export function useSlideFault({ src, isLoaded, hasReported }: SlideState, reload: () => void): SlideFault | null {
  const [found, setFound] = useState<{ src: string; fault: SlideFault } | null>(null);
  const reloaded = useRef<string>(null);
  const isSilent = isLoaded && !hasReported;

  const examine = useEffectEvent(async (silent: string, signal: AbortSignal) => {
    const fault = await faultOf(silent, signal);
    if (signal.aborted) return;
    if (fault !== 'gone' || reloaded.current === silent) return setFound(fault && { src: silent, fault });
    await queryClient.invalidateQueries(trpc.playback.open.pathFilter());
    if (signal.aborted) return;
    reloaded.current = silent;
    reload();
  });
  useEffect(() => {
    if (!isSilent) return;
    const stop = new AbortController();
    const timer = setTimeout(() => void examine(src, stop.signal), SILENCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [src, isSilent]);
  useEffect(() => {
    if (hasReported) reloaded.current = null;
  }, [hasReported]);

  return isSilent && found?.src === src ? found.fault : null;
}

/** Null if the document exists; some documents never report. */
async function faultOf(src: string, signal: AbortSignal): Promise<SlideFault | null> {
  try {
    const { ok } = await fetch(src, { method: 'HEAD', signal });
    return ok ? null : 'gone';
  } catch {
    return 'offline';
  }
}
