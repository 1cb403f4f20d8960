import { useEffect, useEffectEvent, useState } from 'react';

/** From when the document can be read, the longest that slow pictures in it keep the one before on the stage. */
const SLOW_PICTURES_MS = 600;
/** The longest that a document is waited for of which nothing is heard: it may be one that cannot be spoken to. */
const SILENT_MS = 6000;

interface Coming {
  /** Names the document that is to be on the stage. */
  current: string;
  isLoaded: boolean;
  /** It has spoken: it can be read, as far as it has come. */
  heard: boolean;
  /** It is still on its way to the place inside it that was asked for. */
  arriving: boolean;
}

/** The document that is seen: the one before, until the new one has painted; null before the first. `onLeft` is told of each that is no longer. */
export function useShownDocument(
  { current, isLoaded, heard, arriving }: Coming,
  onLeft: (document: string) => void,
): string | null {
  const [shown, setShown] = useState<string | null>(null);
  const leave = useEffectEvent(onLeft);
  const isReady = isLoaded && !arriving;

  useEffect(() => {
    if (shown === current) return;
    const show = () => {
      setShown(current);
      if (shown !== null) leave(shown);
    };
    if (isReady) return afterPainting(show);
    const timer = setTimeout(show, heard ? SLOW_PICTURES_MS : SILENT_MS);
    return () => clearTimeout(timer);
  }, [shown, current, isReady, heard]);

  return shown;
}

/** A loaded document has its first picture a frame later. */
function afterPainting(then: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(then);
  });
  return () => cancelAnimationFrame(frame);
}
