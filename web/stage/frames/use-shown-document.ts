import { useEffect, useEffectEvent, useState } from 'react';

/** How long slow images may delay a document that has reported its position. */
const SLOW_PICTURES_MS = 600;
/** How long to wait for a document that reports nothing; it may have no bridge. */
const SILENT_MS = 6000;

interface Coming {
  /** Key of the document that should be shown. */
  current: string;
  isLoaded: boolean;
  /** The document has reported its position, so its content is readable. */
  hasReported: boolean;
  /** The document has not yet reached the requested position. */
  arriving: boolean;
}

/**
 * The key of the visible document: the previous one until the new one has painted; null before the first. `onLeft` is called with
 * each document that is no longer visible.
 */
export function useShownDocument(
  { current, isLoaded, hasReported, arriving }: Coming,
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
    const timer = setTimeout(show, hasReported ? SLOW_PICTURES_MS : SILENT_MS);
    return () => clearTimeout(timer);
  }, [shown, current, isReady, hasReported]);

  return shown;
}

/** A loaded document paints one frame later. */
function afterPainting(then: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(then);
  });
  return () => cancelAnimationFrame(frame);
}
