import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Talks } from '#web/talks/use-talks.ts';

/** How long the window that opened this one may take to start the talk. */
const OPENER_MS = 5000;

interface Starting {
  pending: boolean;
  fault: unknown;
  start: () => void;
}

/** Starts the talk on demand. A view that the player has opened waits for the talk that the player is starting. */
export function useStarting({ mine, start }: Talks): Starting {
  const [expected, setExpected] = useState(() => window.opener !== null);
  const starting = useMutation({ mutationFn: start });
  const begun = mine !== null;
  useEffect(() => {
    const timer = setTimeout(() => setExpected(false), begun ? 0 : OPENER_MS);
    return () => clearTimeout(timer);
  }, [begun]);
  return {
    pending: starting.isPending || (expected && !begun),
    fault: starting.error,
    start: starting.mutate,
  };
}
