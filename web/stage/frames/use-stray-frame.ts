import { type RefObject, useEffect, useRef, useState } from 'react';
import { tellFrame } from '#web/protocol/use-frame.ts';

/** How long a document that was loaded into a frame again may take to answer. */
const SILENT_MS = 1000;
/** A slide that leaves more often than this within `PERIOD_MS` leaves by itself, so it is not brought back again. */
const RETURNS_MAX = 3;
const PERIOD_MS = 30_000;

interface StrayFrame {
  /** Call this when the frame has loaded a document again. */
  loadedAgain: () => void;
  /** Whether the slide keeps leaving. */
  isAstray: boolean;
}

/**
 * Notices that the frame of a slide has gone to another page, where nothing answers the player: the page has no bridge, or the
 * browser shows an error because our policy forbids the address. `comeBack` is called to show the slide again.
 *
 * @param document key of the current document
 */
export function useStrayFrame(frame: RefObject<HTMLIFrameElement | null>, document: string, comeBack: () => void): StrayFrame {
  const returns = useRef<readonly number[]>([]);
  const [stray, setStray] = useState<string | null>(null);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const decide = (): void => {
    const now = performance.now();
    returns.current = [...returns.current.filter((time) => now - time < PERIOD_MS), now];
    if (returns.current.length > RETURNS_MAX) setStray(document);
    else comeBack();
  };
  const loadedAgain = (): void => {
    stop.current?.();
    const shown = frame.current?.contentWindow;
    const heard = ({ source }: MessageEvent): void => {
      if (source === shown) stop.current?.();
    };
    const timer = setTimeout(() => {
      stop.current?.();
      // Otherwise the player shows another slide by now.
      if (frame.current?.contentWindow === shown) decide();
    }, SILENT_MS);
    stop.current = () => {
      clearTimeout(timer);
      window.removeEventListener('message', heard);
    };
    window.addEventListener('message', heard);
    tellFrame(frame, { lectern: 'hello' });
  };
  return { loadedAgain, isAstray: stray === document };
}
