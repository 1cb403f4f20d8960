import { useEffect, useState } from 'react';
import type { Versions } from './SlidePair.tsx';

/** How long each picture is shown. Slower than three times a second, which could cause seizures. */
const BLINK_MS = 900;

export interface Blink {
  /** The version that is shown. */
  readonly shown: keyof Versions;
  readonly isPlaying: boolean;
  readonly setPlaying: (isPlaying: boolean) => void;
  /** Shows the other version, and stops. */
  readonly turn: () => void;
}

/** Shows one version after the other while `isOn`. Starts by itself, unless the user has asked for less motion. */
export function useBlink(isOn: boolean): Blink {
  const [shown, setShown] = useState<keyof Versions>('to');
  const [isPlaying, setPlaying] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  useEffect(() => {
    if (!isOn || !isPlaying) return undefined;
    const timer = setInterval(() => setShown(other), BLINK_MS);
    return () => clearInterval(timer);
  }, [isOn, isPlaying]);
  const turn = () => {
    setPlaying(false);
    setShown(other);
  };
  return { shown, isPlaying, setPlaying, turn };
}

function other(shown: keyof Versions): keyof Versions {
  return shown === 'from' ? 'to' : 'from';
}
